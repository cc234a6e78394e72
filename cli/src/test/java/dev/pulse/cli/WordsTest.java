package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How times, tables and long output are put into few words. */
class WordsTest {
  private static final Instant NOW = Instant.parse("2026-01-31T09:30:00Z");

  @ParameterizedTest
  @CsvSource({
    "0, now",
    "-5, 5s ago",
    "-119, 119s ago",
    "-120, 2m ago",
    "-7200, 2h ago",
    "-172800, 2d ago",
    "90, in 90s",
    "7300, in 2h"
  })
  void timesAreRelative(long seconds, String words) {
    assertThat(Ago.of(NOW.plusSeconds(seconds), NOW)).isEqualTo(words);
  }

  @Test
  void durationsAddUp() {
    assertThat(new DurationText().convert("1d2h3m4s5ms"))
        .isEqualTo(Duration.parse("P1DT2H3M4.005S"));
  }

  @Test
  void onlyWhatMayBeCutIsCut() {
    var table = new Table(Table.Column.whole("ID"), Table.Column.of("NAME"));
    table.row(Table.Cell.of("0123456789"), Table.Cell.of("abcdefghijklm"));
    assertThat(table.lines(20, new Palette(false)))
        .containsExactly("ID          NAME", "0123456789  abcdefg…");
    assertThat(table.lines(3, new Palette(false)).get(1)).isEqualTo("0123456789  abcd…");
    assertThat(table.lines(Integer.MAX_VALUE, new Palette(false)).get(1)).endsWith("jklm");
  }

  @Test
  void whatWouldSteerTheTerminalIsNotPassedOn() {
    assertThat(Screen.oneLine("red \u001b[31m alert\u009b\nsecond"))
        .isEqualTo("red \uFFFD[31m alert\uFFFD");
  }

  @Test
  void theEndOfLongOutputBeginsAtALine() {
    var tail = new OutputTail(10);
    byte[] bytes = "first line\nlast\n".getBytes(StandardCharsets.UTF_8);
    for (byte each : bytes) {
      tail.add(new byte[] {each}, 1);
    }
    assertThat(tail.text()).isEqualTo("…last\n");
    var all = new OutputTail(100);
    all.add(bytes, bytes.length);
    assertThat(all.text()).isEqualTo("first line\nlast\n");
    var atOnce = new OutputTail(10);
    atOnce.add(bytes, bytes.length);
    assertThat(atOnce.text()).isEqualTo("…last\n");
  }
}
