package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PasswdCommandTest {
  private static Typed.Answer hashed(String password, String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "passwd";
    words[1] = "--cost";
    words[2] = "4";
    System.arraycopy(options, 0, words, 3, options.length);
    return Typed.in(Path.of("/nonexistent")).typing(password).run(words);
  }

  private static boolean matches(String password, String hash) {
    return BCrypt.verifyer().verify(password.toCharArray(), hash.toCharArray()).verified;
  }

  @Test
  void theHashMatchesThePasswordAndNoOther() {
    var answer = hashed("pässword\n");
    assertThat(answer.exit()).isZero();
    assertThat(answer.out()).startsWith("$2");
    assertThat(matches("pässword", answer.out().strip())).isTrue();
    assertThat(matches("password", answer.out().strip())).isFalse();
  }

  @Test
  void withAUserItIsWhatTheServerTakes() {
    assertThat(hashed("p\n", "--user", "me").out()).startsWith("me:$2");
    var json = hashed("p\n", "--user", "me", "--json").json();
    assertThat(json.path("user").asText()).isEqualTo("me");
    assertThat(matches("p", json.path("hash").asText())).isTrue();
  }

  @Test
  void whatBcryptWouldIgnoreIsRefused() {
    var answer = hashed("x".repeat(73));
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(answer.err()).contains("72").hasLineCount(1);
  }
}
