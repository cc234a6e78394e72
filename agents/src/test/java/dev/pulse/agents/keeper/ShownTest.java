package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.StatusDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the server is shown of standing agents (K8). */
class ShownTest {
  @RegisterExtension static final SharedPulse pulse = new SharedPulse();
  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void home() {
    home = new Home(pulse.client(), folder).withWren();
  }

  @AfterEach
  void leave() {
    home.close();
  }

  private static JsonNode shown(String kind, String name) throws Exception {
    StatusDocument document = pulse.client().statuses().find(kind, name).orElseThrow();
    return new ObjectMapper().readTree(document.document().text());
  }

  private static List<String> names() {
    return pulse.client().statuses().list(Showcase.KIND).map(StatusDocument::name).toList();
  }

  @Test
  void aRunIsSeenWhileItRunsAndItsOutcomeAfterwards() throws Exception {
    var go = new CountDownLatch(1);
    home.playing(
            _ -> {
              go.await();
              return Home.noWork();
            })
        .start();
    home.tickAndRun("wren");
    await()
        .atMost(Home.PATIENCE)
        .until(() -> shown(Showcase.KIND, "wren").path("job_id").isTextual());
    assertThat(shown(Showcase.KIND, "wren").path("running").asBoolean()).isTrue();
    go.countDown();
    await()
        .atMost(Home.PATIENCE)
        .until(() -> shown(Showcase.KIND, "wren").path("last_outcome").isTextual());
    JsonNode wren = shown(Showcase.KIND, "wren");
    assertThat(wren.path("running").asBoolean()).isFalse();
    assertThat(wren.path("streak").asInt()).isEqualTo(1);
    assertThat(wren.path("position").path("state").asText()).isEqualTo("wake_audit");
    assertThat(wren.path("next_run").asText())
        .isEqualTo(home.time.instant().plusSeconds(60).toString());
    assertThat(wren.path("forecast")).hasSize(6);
    assertThat(wren.path("interval_seconds").asInt()).isEqualTo(45);
  }

  @Test
  void whoLeavesIsTakenDownAlsoByTheNextKeeper() throws Exception {
    pulse.client().statuses().put(Showcase.KIND, "dodo", Map.of("name", "dodo"));
    home.start();
    await().atMost(Home.PATIENCE).until(() -> names().equals(List.of("wren")));
    home.writing("fleet.org", "* bad\n");
    await().atMost(Home.PATIENCE).until(() -> names().equals(List.of("bad")));
    assertThat(shown(Showcase.KIND, "bad").path("problems").path(0).path("text").asText())
        .isEqualTo("bad has no :DEF:");
    home.writing("fleet.org", "* No name\n");
    await().atMost(Home.PATIENCE).until(() -> names().isEmpty());
    await()
        .atMost(Home.PATIENCE)
        .until(
            () ->
                shown(Showcase.FLEET_KIND, Showcase.FLEET)
                        .path("problems")
                        .path(0)
                        .path("line")
                        .asInt()
                    == 1);
  }
}
