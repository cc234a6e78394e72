package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @CsvSource({
    "localhost:7857, localhost, 7857, false",
    "pulse.example, pulse.example, 7857, false",
    "[::1]:9, [::1], 9, false",
    "http://127.0.0.1:7857, 127.0.0.1, 7857, false",
    "https://pulse.example:443/, pulse.example, 443, true"
  })
  void anAddressIsReadAsPeopleWriteIt(String text, String host, int port, boolean tls) {
    assertThat(Address.parseAll(text)).containsExactly(new Address(host, port, tls));
  }

  @Test
  void severalAreSeparatedByCommas() {
    assertThat(Address.parseAll("a:1, b:2 ,").toString()).isEqualTo("[a:1, b:2]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " , ", "host:port", "ftp://host:1", "host:1/path", "u:p@host:1", "a b"})
  void whatIsNoAddressIsRefused(String text) {
    assertThatThrownBy(() -> Address.parseAll(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("host:port");
  }
}
