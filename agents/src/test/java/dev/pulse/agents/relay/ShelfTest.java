package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobStatus;
import dev.pulse.testing.EmbeddedPulse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of plans for people who do not look into the folders (R9, R13, H6). */
class ShelfTest {
  private static EmbeddedPulse pulse;

  @TempDir Path folder;
  private RelayHome home;

  @BeforeAll
  static void startServer() {
    pulse = EmbeddedPulse.start();
    ShellAgents.start(pulse.client());
  }

  @AfterAll
  static void stopServer() {
    pulse.close();
  }

  @BeforeEach
  void startRelay() throws Exception {
    home = new RelayHome(folder, pulse.client());
  }

  @AfterEach
  void stopRelay() {
    home.close();
  }

  @Test
  void aPlanIsShownInEachFolderItComesThrough() throws Exception {
    Path draft = home.folders.drafts().resolve("story.md");
    Files.writeString(draft, plan("echo hello"));
    awaitShown("story", "folder", "drafts");
    Files.writeString(draft, plan("echo hello").replace("# Story", "# Another"));
    awaitShown("story", "title", "Another");
    Files.move(draft, home.active("story"));
    home.awaitCompleted("story");
    await()
        .atMost(RelayHome.SOON)
        .untilAsserted(
            () ->
                assertThat(home.board)
                    .doesNotContainKey("story")
                    .hasSize(1)
                    .allSatisfy(
                        (name, shown) -> {
                          assertThat(name).startsWith("story_");
                          assertThat(shown).containsEntry("folder", "completed");
                        }));
  }

  @Test
  void aGateIsShownWithWhatItAsks() throws Exception {
    home.activate(
        "gated",
        "# Gated\n\n**Scheduler:** pulse\n\n### Component 1: Look\n**Status:** PENDING\n"
            + "**Agent:** HUMAN\n\nIs it good?\n");
    awaitShown("gated", "gate", Map.of("component", 1, "title", "Look", "asks", "Is it good?"));
  }

  @Test
  void aFailedPlanIsTriedAgainOnRequest() throws Exception {
    home.activate("second", plan("test -f luck"));
    home.awaitFailed("second");
    awaitShown("second", "folder", "failed");
    Files.createFile(home.home.resolve("luck"));
    var asked =
        pulse.client().submit("plan.retry", Map.of("plan", "second"), o -> o.topic("relay"));
    assertThat(asked.await(RelayHome.SOON).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(home.awaitCompleted("second")).contains("**Attempt:** 2");
  }

  @Test
  void onlyAFailedPlanIsTriedAgain() throws Exception {
    var plans = Plans.in(home.home, "shell"::equals);
    assertThatThrownBy(() -> plans.retry("nothing")).isInstanceOf(PlanRefused.class);
    Files.writeString(
        home.folders.failed().resolve("twice.md"),
        plan("echo").replace("PENDING", "FAILED").replace("pulse", "somebody"));
    Files.writeString(home.active("twice"), plan("echo").replace("pulse", "somebody"));
    assertThatThrownBy(() -> plans.retry("twice")).hasMessageContaining("active already");
    assertThat(home.folders.failed().resolve("twice.md")).content().contains("FAILED");
  }

  @Test
  void whatWasMovedWhileNoRelayRanIsShownNoLonger() throws Exception {
    Path draft = home.folders.drafts().resolve("ghost.md");
    Files.writeString(draft, plan("echo"));
    awaitShown("ghost", "folder", "drafts");
    home.stop();
    Files.delete(draft);
    home.start();
    await().atMost(RelayHome.SOON).until(() -> !home.board.containsKey("ghost"));
  }

  private void awaitShown(String plan, String field, Object value) {
    await()
        .atMost(RelayHome.SOON)
        .until(() -> value.equals(home.board.getOrDefault(plan, Map.of()).get(field)));
  }

  private static String plan(String script) {
    return "# Story\n\n**Scheduler:** pulse\n\n### Component 1: Tell\n**Status:** PENDING\n"
        + "**Agent:** shell\n\n"
        + script
        + "\n";
  }
}
