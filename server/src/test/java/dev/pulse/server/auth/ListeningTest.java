package dev.pulse.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An open server is for this machine only (H3). */
class ListeningTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:7857", "127.9.9.9:0", "[::1]:7857", "localhost:65535"})
  void loopbackNeedsNoUsers(String text) {
    assertThat(Listening.at(text, false, false).address().getAddress().isLoopbackAddress())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:7857", "[::]:7857", ":7857", "192.168.0.7:7857"})
  void elsewhereNeedsUsersOrAnOperatorWhoInsists(String text) {
    assertThatThrownBy(() -> Listening.at(text, false, false))
        .isInstanceOf(SettingRefused.class)
        .hasMessageContaining("without users: set PULSE_AUTH_USERS")
        .hasMessageContaining("--insecure-listen");
    assertThat(Listening.at(text, true, false).address().getPort()).isEqualTo(7857);
    assertThat(Listening.at(text, false, true).address().getPort()).isEqualTo(7857);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7857", "localhost", "localhost:", "x:99999", "::1:7857", "a:b:1"})
  void addressesThatAreNone(String text) {
    assertThatThrownBy(() -> Listening.at(text, true, true))
        .isInstanceOf(SettingRefused.class)
        .hasMessageContaining("not an address to listen on");
  }

  @Test
  void aHostThatIsUnknown() {
    assertThatThrownBy(() -> Listening.at("no-such-host.invalid:7857", true, true))
        .hasMessageContaining("unknown host no-such-host.invalid");
  }
}
