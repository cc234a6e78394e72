package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private final List<String> lines = new ArrayList<>();
  private final LineSplitter splitter = new LineSplitter(lines::add);

  private void add(byte[] bytes, int atOnce) {
    for (int from = 0; from < bytes.length; from += atOnce) {
      byte[] part =
          java.util.Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + atOnce));
      splitter.add(part, part.length);
    }
  }

  @Test
  void linesAreToldWhenTheyEndHoweverTheyCome() {
    add("one\n\nzwei ä😀\nrest".getBytes(StandardCharsets.UTF_8), 1);
    assertThat(lines).containsExactly("one", "", "zwei ä😀");
    splitter.end();
    assertThat(lines).last().isEqualTo("rest");
    splitter.end();
    assertThat(lines).hasSize(4);
  }

  @Test
  void aLineThatNeverEndsIsToldInPartsAndNoCharacterIsCut() {
    String endless = "€".repeat(LineSplitter.LONGEST);
    add(endless.getBytes(StandardCharsets.UTF_8), 8192);
    splitter.end();
    assertThat(lines).hasSize(3);
    assertThat(String.join("", lines)).isEqualTo(endless);
  }

  @Test
  void bytesThatAreNoTextAreReplaced() {
    add(new byte[] {'a', (byte) 0xFF, 'b', '\n'}, 4);
    assertThat(lines).containsExactly("a\uFFFDb");
  }
}
