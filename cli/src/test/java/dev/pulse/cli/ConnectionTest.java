package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** C4: flag, else environment, else what was saved, else this machine. */
class ConnectionTest {
  private static final String NOBODY = "127.0.0.1:1";
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @TempDir Path home;

  private Connection.Login login(Typed typed, String... flags) {
    CommandLine line = PulseCommand.commandLine(typed.around());
    String[] words = Stream.concat(Stream.of("counts"), Stream.of(flags)).toArray(String[]::new);
    var counts = line.parseArgs(words).subcommand().commandSpec();
    return ((ClientCommand) counts.userObject()).connection.login();
  }

  private void saved(String json) throws Exception {
    Path file = SavedConnection.fileIn(home);
    Files.createDirectories(file.getParent());
    Files.writeString(file, json);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void withNothingSaidItIsThisMachine() {
    assertThat(login(Typed.in(home)))
        .isEqualTo(new Connection.Login("127.0.0.1:7857", Optional.empty(), Optional.empty()));
  }

  @Test
  void whatWasSavedIsUsed() throws Exception {
    saved("{\"server\":\"a:1\",\"user\":\"u\",\"password\":\"p\"}");
    assertThat(login(Typed.in(home)))
        .isEqualTo(new Connection.Login("a:1", Optional.of("u"), Optional.of("p")));
  }

  @Test
  void theEnvironmentGoesBeforeWhatWasSavedAndAFlagBeforeBoth() throws Exception {
    saved("{\"server\":\"a:1\",\"user\":\"u\",\"password\":\"p\"}");
    var typed =
        Typed.in(home)
            .with("PULSE_SERVER", "b:2")
            .with("PULSE_USER", "v")
            .with("PULSE_PASSWORD", "q");
    assertThat(login(typed))
        .isEqualTo(new Connection.Login("b:2", Optional.of("v"), Optional.of("q")));
    assertThat(login(typed, "--server", "c:3", "--user", "w", "--password", "r"))
        .isEqualTo(new Connection.Login("c:3", Optional.of("w"), Optional.of("r")));
  }

  @Test
  void anEmptyVariableIsNone() throws Exception {
    saved("{\"server\":\"a:1\"}");
    assertThat(login(Typed.in(home).with("PULSE_SERVER", "")).server()).isEqualTo("a:1");
  }

  @Test
  void aSavedPasswordIsNotToldToAnotherServerOrForAnotherUser() throws Exception {
    saved("{\"server\":\"a:1\",\"user\":\"u\",\"password\":\"p\"}");
    assertThat(login(Typed.in(home), "--server", "evil:1"))
        .isEqualTo(new Connection.Login("evil:1", Optional.empty(), Optional.empty()));
    assertThat(login(Typed.in(home), "--user", "v").password()).isEmpty();
    assertThat(login(Typed.in(home), "--server", "http://a:1/").password()).contains("p");
    assertThat(login(Typed.in(home), "--password", "q"))
        .isEqualTo(new Connection.Login("a:1", Optional.of("u"), Optional.of("q")));
  }

  @Test
  void theFlagDecidesWhoIsCalled() {
    var typed = Typed.in(home).with("PULSE_SERVER", NOBODY);
    assertThat(typed.run("counts", "--server", server.address()).exit()).isZero();
    assertThat(typed.run("counts", "--timeout", "200ms").exit()).isEqualTo(6);
  }

  @Test
  void theFlagOrTheVariableSaysHowLongToWait() {
    var typed = Typed.in(home).with("PULSE_SERVER", NOBODY).with("PULSE_TIMEOUT", "soon");
    var unread = typed.run("counts");
    assertThat(unread.exit()).isEqualTo(2);
    assertThat(unread.err()).contains("PULSE_TIMEOUT", "'soon'").hasLineCount(1);
    assertThat(typed.run("counts", "--timeout", "200ms").exit()).isEqualTo(6);
    assertThat(typed.with("PULSE_TIMEOUT", "200ms").run("counts").exit()).isEqualTo(6);
  }

  @Test
  void aFileThatOthersCanReadIsComplainedAboutAndUsed() throws Exception {
    saved("{\"server\":\"" + server.address() + "\",\"user\":\"u\",\"password\":\"p\"}");
    Files.setPosixFilePermissions(
        SavedConnection.fileIn(home), PosixFilePermissions.fromString("rw-r--r--"));
    var answer = Typed.in(home).run("counts");
    assertThat(answer.exit()).isZero();
    assertThat(answer.err()).contains("chmod 600").hasLineCount(1);
  }

  @Test
  void aFileThatIsNotJsonIsNamed() throws Exception {
    for (String broken : new String[] {"{", "[]", "{\"server\":1}"}) {
      saved(broken);
      var answer = Typed.in(home).run("counts");
      assertThat(answer.exit()).isEqualTo(2);
      assertThat(answer.err()).contains("config.json").hasLineCount(1);
    }
  }
}
