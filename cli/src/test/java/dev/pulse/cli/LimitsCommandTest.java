package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits on the command line (D2, C2). */
class LimitsCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private static Typed.Answer run(String... words) {
    return Typed.at(server.address()).run(words);
  }

  private static Limit found(String name) {
    return server.client().limits().find(name).orElseThrow();
  }

  @Test
  void setMakesChangesAndLifts() {
    assertThat(run("limits", "set", "cli-a", "--max-running", "3", "--rate", "10/1h").out())
        .contains("cli-a: 0/3 run, 0/10 per 1h started");
    run("limits", "set", "cli-a", "--paused-until", "2199-01-01T00:00:00Z", "--reason", "quota");
    Limit limit = found("cli-a");
    assertThat(limit.maxRunning()).isEqualTo(3);
    assertThat(limit.rate()).isEqualTo(new Limit.Rate(10, Duration.ofHours(1)));
    assertThat(limit.pauseReason()).isEqualTo("quota");
    run("limits", "set", "cli-a", "--no-rate", "--no-max-running", "--resume");
    limit = found("cli-a");
    assertThat(limit.maxRunning()).isNull();
    assertThat(limit.rate()).isNull();
    assertThat(limit.paused()).isEmpty();
  }

  @Test
  void listShowsThemAndDeleteTakesThemAway() {
    run("limits", "set", "cli-b", "--max-running", "1");
    assertThat(run("limits", "list").out()).contains("cli-b").contains("0/1");
    assertThat(run("limits", "list", "--json").json().path("limits").findValuesAsText("name"))
        .contains("cli-b");
    assertThat(run("limits", "delete", "cli-b").out()).contains("cli-b deleted");
    assertThat(run("limits", "delete", "cli-b").exit()).isEqualTo(3);
  }

  @Test
  void badInputNamesTheOption() {
    String[][] wrong = {
      {"--max-running", "-1"},
      {"--max-running", "many"},
      {"--rate", "10"},
      {"--rate", "10/soon"},
      {"--rate", "10/1ms"},
      {"--paused-until", "tomorrow"},
      {"--reason", "alone"}
    };
    for (String[] each : wrong) {
      Typed.Answer answer = run("limits", "set", "cli-c", each[0], each[1]);
      assertThat(answer.exit()).as(each[0]).isEqualTo(2);
      assertThat(answer.err()).as(each[0]).contains(each[0]).hasLineCount(1);
    }
    assertThat(run("limits", "set", "cli-c", "--rate", "1/1m", "--no-rate").exit()).isEqualTo(2);
    assertThat(server.client().limits().find("cli-c")).isEmpty();
  }
}
