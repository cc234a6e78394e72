package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.PulseException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C3, as far as it does not take a server; the rest is in the tests of the commands. */
class ExitCodeTest {
  private static final String NOBODY = "127.0.0.1:1";

  @Test
  void theNumbersAreAPromise() {
    assertThat(ExitCode.values())
        .extracting(code -> code.number)
        .containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(ExitCode.of(PulseException.Code.INTERNAL)).isEqualTo(ExitCode.FAILED);
    assertThat(ExitCode.of(PulseException.Code.INVALID)).isEqualTo(ExitCode.USAGE);
    assertThat(ExitCode.of(PulseException.Code.TIMEOUT)).isEqualTo(ExitCode.UNREACHABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "submit greet",
        "jobs list",
        "jobs get ID",
        "jobs cancel ID",
        "jobs retry ID",
        "jobs explain ID",
        "jobs attempts ID",
        "dead list",
        "dead retry ID",
        "dead retry --all",
        "dead purge --yes",
        "counts"
      })
  void aServerThatIsNotThereIsSix(String command) {
    var answer = Typed.at(NOBODY).run((words(command) + " --timeout 2s").split(" "));
    assertThat(answer.exit()).isEqualTo(6);
    assertThat(answer.err()).startsWith("pulse: cannot reach " + NOBODY).hasLineCount(1);
    assertThat(answer.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs list", "submit greet", "worker --handle a=true"})
  void aServerThatRefusesIsFive(String command) throws Exception {
    try (var server = new RefusingServer()) {
      var answer = Typed.at(server.address()).run(command.split(" "));
      assertThat(answer.exit()).isEqualTo(5);
      assertThat(answer.err()).startsWith("pulse: ").hasLineCount(1);
    }
  }

  private static String words(String command) {
    return command.replace("ID", UUID.randomUUID().toString());
  }
}
