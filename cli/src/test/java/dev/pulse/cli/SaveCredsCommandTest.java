package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaveCredsCommandTest {
  @TempDir Path home;

  private SavedConnection saved() {
    return SavedConnection.read(home);
  }

  @Test
  void onlyTheOwnerCanReadWhatWasSaved() throws Exception {
    var answer =
        Typed.in(home)
            .run("save", "creds", "--server", "a:1", "--user", "u", "--password", "p", "--json");
    assertThat(answer.exit()).isZero();
    Path file = Path.of(answer.json().path("file").asText());
    assertThat(file).isEqualTo(home.resolve(".config/pulse/config.json"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(saved().field("server")).contains("a:1");
    assertThat(saved().field("user")).contains("u");
    assertThat(saved().field("password")).contains("p");
    try (var files = Files.list(file.getParent())) {
      assertThat(files).as("nothing temporary is left").containsExactly(file);
    }
  }

  @Test
  void thePasswordIsReadFromStdinAndNeverShown() {
    var answer = Typed.in(home).typing("secret\n").run("save", "creds", "--user", "u");
    assertThat(answer.exit()).isZero();
    assertThat(answer.out() + answer.err()).doesNotContain("secret");
    assertThat(saved().field("password")).contains("secret");
  }

  @Test
  void aSaveReplacesAFileThatOthersCouldReadAndKeepsWhatItDoesNotKnow() throws Exception {
    Path file = SavedConnection.fileIn(home);
    Files.createDirectories(file.getParent());
    Files.writeString(
        file, "{\"server\":\"a:1\",\"user\":\"u\",\"password\":\"p\",\"theme\":\"dark\"}");
    Typed.in(home).run("save", "creds", "--server", "b:2");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(saved().field("server")).contains("b:2");
    assertThat(saved().field("theme")).contains("dark");
    assertThat(saved().field("password")).as("it was for the other server").isEmpty();
  }
}
