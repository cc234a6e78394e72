package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Aging on the command line (J15). */
class AgingCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private static Typed.Answer run(String... words) {
    return Typed.at(server.address()).run(words);
  }

  @Test
  void itIsSetShownAndSwitchedOff() {
    assertThat(run("dispatch", "aging", "--topic", "cli-aging", "--point", "90s").out())
        .contains("cli-aging")
        .contains("1m30s");
    assertThat(server.client().aging()).containsEntry("cli-aging", Duration.ofSeconds(90));
    assertThat(run("dispatch", "aging", "--json").json().at("/aging/cli-aging").asText())
        .isEqualTo("1m30s");
    run("dispatch", "aging", "--topic", "cli-aging", "--off");
    assertThat(server.client().aging()).doesNotContainKey("cli-aging");
  }

  @Test
  void badInputNamesTheOption() {
    String[][] wrong = {
      {"--point", "5m"},
      {"--topic", "cli-aging"},
      {"--topic", "cli-aging", "--point", "5m", "--off"},
      {"--topic", "cli-aging", "--point", "10ms"},
      {"--topic", "", "--off"}
    };
    for (String[] each : wrong) {
      var words = new java.util.ArrayList<>(java.util.List.of("dispatch", "aging"));
      words.addAll(java.util.List.of(each));
      Typed.Answer answer = run(words.toArray(String[]::new));
      assertThat(answer.exit()).as(String.join(" ", each)).isEqualTo(2);
      assertThat(answer.err()).contains("--").hasLineCount(1);
    }
  }
}
