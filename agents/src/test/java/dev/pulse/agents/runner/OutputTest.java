package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of an attempt's output, whatever it is and however much (A7). */
class OutputTest {
  @TempDir Path folder;

  @Test
  void aShortLogIsKeptWhole() throws IOException {
    assertThat(logged("abc", "def")).isEqualTo("abcdef");
    assertThat(logged("0123456789", "abcdefghij")).isEqualTo("0123456789abcdefghij");
  }

  @Test
  void ofALongLogBeginningAndEndAreKept() throws IOException {
    assertThat(logged("0123456789", "x".repeat(1000), "abcdefghij"))
        .isEqualTo("0123456789\n… 1000 bytes left out …\nabcdefghij");
    assertThat(logged("0123456789", "x".repeat(15), "abc"))
        .isEqualTo("0123456789\n… 8 bytes left out …\nxxxxxxxabc");
  }

  @Test
  void theFileNeverGrowsBeyondItsBound() throws IOException {
    Path file = folder.resolve("deep/er/1.log");
    try (var log = BoundedLog.create(file, 10, 10)) {
      for (int each = 0; each < 100; each++) {
        log.write("0123456".getBytes(StandardCharsets.UTF_8), 7);
        assertThat(Files.size(file)).isLessThanOrEqualTo(20);
      }
    }
    assertThat(Files.size(file)).isLessThan(60);
  }

  @Test
  void anExcerptKeepsBeginningAndEnd() {
    var excerpt = new Excerpt(5);
    for (String part : List.of("ab", "cdefghij", "k", "0123456789", "l")) {
      excerpt.add(part.getBytes(StandardCharsets.UTF_8), part.length());
    }
    assertThat(excerpt.head()).isEqualTo("abcde");
    assertThat(excerpt.tail()).isEqualTo("6789l");
    var small = new Excerpt(5);
    small.add(new byte[] {'a', 0, (byte) 0xff}, 3);
    assertThat(small.tail()).isEqualTo("a\uFFFD");
  }

  @Test
  void linesAreCutWherePipesAreNot() {
    var lines = new ArrayList<String>();
    var cut = new Lines(lines::add);
    for (String part : List.of("a", "b\nc", "\n\n", "dä", "\nend")) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      cut.add(bytes, bytes.length);
    }
    cut.end();
    assertThat(lines).containsExactly("ab", "c", "dä", "end");
  }

  @Test
  void ofALineWithoutEndOnlyTheBeginningIsKept() {
    var lines = new ArrayList<String>();
    var cut = new Lines(lines::add);
    byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    for (int each = 0; each < 20; each++) {
      cut.add(megabyte, megabyte.length);
    }
    cut.add(new byte[] {'\n', 'a', '\n'}, 3);
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).hasSize(Lines.LONGEST);
    assertThat(lines.getLast()).isEqualTo("a");
  }

  @Test
  void aCharacterCutInTwoIsOneCharacterAndBinaryIsMarked() {
    var lines = new ArrayList<String>();
    var cut = new Lines(lines::add);
    byte[] euro = "€".getBytes(StandardCharsets.UTF_8);
    cut.add(euro, 1);
    cut.add(new byte[] {euro[1], euro[2], (byte) 0xff, 'x'}, 4);
    cut.end();
    assertThat(lines).containsExactly("€\uFFFDx");
  }

  @Test
  void aFloodIsThinnedOut() {
    var said = new ArrayList<String>();
    var seconds = new AtomicLong();
    var live = new LiveText(said::add, () -> seconds.get() * 1_000_000_000);
    String piece = "x".repeat(1 << 10);
    for (int each = 0; each < 1 << 14; each++) {
      live.say(piece);
    }
    assertThat(said).hasSize(1 << 10);
    seconds.set(1);
    live.say("later");
    assertThat(said.get(1 << 10)).contains("characters left out");
    assertThat(said.getLast()).isEqualTo("later");
  }

  private String logged(String... parts) throws IOException {
    Path file = folder.resolve("1.log");
    try (var log = BoundedLog.create(file, 10, 10)) {
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        log.write(bytes, bytes.length);
      }
    }
    return Files.readString(file);
  }
}
