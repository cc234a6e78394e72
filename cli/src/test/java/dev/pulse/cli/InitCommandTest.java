package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
  @TempDir Path folder;

  @Test
  void aHomeIsMadeOnceAndWhatIsThereIsKept() throws Exception {
    Path home = folder.resolve("home");
    var typed = Typed.in(folder);
    assertThat(typed.run("init", "--home", home.toString()).out())
        .isEqualTo(
            """
            made %1$s/README.md
            made %1$s/pulse.env
            made %1$s/config.sample.json
            made %1$s/agents/shell.md
            made %1$s/agents/coder.md
            made %1$s/plans/drafts/hello.md
            made %1$s/fleet.org
            made %1$s/lifecycle.org
            """
                .formatted(home));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
        .isEqualTo("rwx------");
    Path settings = Files.writeString(home.resolve("pulse.env"), "PULSE_LISTEN=127.0.0.1:1\n");
    var again = typed.run("init", "--home", home.toString(), "--json");
    assertThat(again.json().path(settings.toString()).asText()).isEqualTo("kept");
    assertThat(settings).hasContent("PULSE_LISTEN=127.0.0.1:1\n");
  }

  @Test
  void nothingInTheSamplesIsSetUntilSomebodySetsIt() throws Exception {
    Typed.in(folder).run("init", "--home", folder.toString());
    assertThat(Files.readAllLines(folder.resolve("pulse.env")))
        .allMatch(line -> line.isEmpty() || line.startsWith("#"));
  }

  @Test
  void theSampleAgentsCanBeUsed() {
    Typed.in(folder).run("init", "--home", folder.toString());
    var listed = Typed.in(folder).run("agents", "list", "--home", folder.toString(), "--json");
    assertThat(listed.exit()).isZero();
    assertThat(listed.json().path("agents")).hasSize(2);
    assertThat(listed.json().path("problems")).isEmpty();
  }

  @Test
  void theSampleOfASavedConnectionIsOne() throws Exception {
    Typed.in(folder).run("init", "--home", folder.toString());
    Path saved = SavedConnection.fileIn(folder);
    Files.createDirectories(saved.getParent());
    Files.copy(folder.resolve("config.sample.json"), saved);
    assertThat(SavedConnection.read(folder).field("server")).contains("127.0.0.1:7857");
  }

  @Test
  void aHomeThatCannotBeMadeIsOneLine() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    var answer = Typed.in(folder).run("init", "--home", file.resolve("home").toString());
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(answer.err().lines()).hasSize(1);
  }
}
