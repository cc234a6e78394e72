package dev.pulse.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting of users is read whole or refused with what is wrong in it, but no password. */
class UsersTest {
  private static final String HASH = "$2a$10$" + "a".repeat(53);

  @Test
  void namesWithTheirPasswords() {
    Users users = Users.parse("ann:pass:word,bob:" + HASH);
    assertThat(users.all())
        .containsExactly(new Users.User("ann", "pass:word"), new Users.User("bob", HASH));
    assertThat(users.all().get(0).isHashed()).isFalse();
    assertThat(users.all().get(1).isHashed()).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  "})
  void unsetMeansNobodyIsAsked(String setting) {
    assertThat(Users.parse(setting).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          secret                 | entry 1 is not name:password
          ann:secret,            | entry 2 is not name:password
          :secret                | a user name has at least one character
          a b:secret             | a user name has at least one character and no spaces
          ann:                   | user ann has an empty password
          ann:secret,ann:other   | user ann is given twice
          ann:$2a$10$secret      | the password of ann begins with $2 but is no bcrypt hash
          """)
  void settingsThatAreWrong(String setting, String message) {
    assertThatThrownBy(() -> Users.parse(setting))
        .isInstanceOf(SettingRefused.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }

  @Test
  void aHashMayNotCostTooMuch() {
    assertThatThrownBy(() -> Users.parse("ann:$2a$31$" + "a".repeat(53)))
        .hasMessageContaining("the bcrypt cost of ann is 4 to 16, not 31");
  }

  @Test
  void secretsStayOutOfLogs() {
    assertThat(Users.parse("ann:secret").toString()).contains("ann").doesNotContain("secret");
    assertThat(Credentials.in("Basic YW5uOnNlY3JldA==").orElseThrow().toString())
        .contains("ann")
        .doesNotContain("secret");
  }
}
