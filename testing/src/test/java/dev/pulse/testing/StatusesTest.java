package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.Json;
import dev.pulse.PulseException;
import dev.pulse.StatusDocument;
import dev.pulse.Statuses;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Status documents through the SDK. */
class StatusesTest {
  private static EmbeddedPulse embedded;
  private static Statuses statuses;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
    statuses = embedded.client().statuses();
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  @Test
  void aDocumentIsPutFoundAndRemoved() {
    StatusDocument put = statuses.put("agent", "reviewer", Map.of("cli", "claude"));
    assertThat(put.document().text()).isEqualTo("{\"cli\":\"claude\"}");
    assertThat(put.updatedBy()).isEqualTo("anonymous");
    assertThat(statuses.put("agent", "reviewer", Json.of("{\"cli\":\"claude\"}"))).isEqualTo(put);
    assertThat(statuses.find("agent", "reviewer")).contains(put);
    assertThat(statuses.find("agent", "nobody")).isEmpty();
    assertThat(statuses.remove("agent", "reviewer")).isTrue();
    assertThat(statuses.remove("agent", "reviewer")).isFalse();
  }

  @Test
  void aListGoesThroughAllItsPages() {
    List<String> names = IntStream.range(0, 120).mapToObj("p%03d"::formatted).toList();
    names.reversed().forEach(name -> statuses.put("plan", name, name));
    assertThat(statuses.list("plan").map(StatusDocument::name)).isEqualTo(names);
    assertThat(statuses.list("nothing")).isEmpty();
  }

  @Test
  void whatCannotBeKeptIsRefused() {
    assertThatThrownBy(() -> statuses.put("No", "x", 1))
        .isInstanceOf(PulseException.class)
        .hasMessageContaining("kind is")
        .extracting(e -> ((PulseException) e).code())
        .isEqualTo(PulseException.Code.INVALID);
    assertThatThrownBy(() -> statuses.put("plan", "x", "x".repeat(300_000)))
        .hasMessageContaining("larger than the 262144 bytes allowed");
  }
}
