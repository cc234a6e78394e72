package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R12: a person's edit always wins and is never lost. R11: no move replaces a file. */
class PlanFileTest {
  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void writePlan() throws IOException {
    path = Files.writeString(folder.resolve("plan.md"), "one");
  }

  @Test
  void aFileIsReplacedAndKeepsItsPermissions() throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-r--"));
    assertThat(PlanFile.read(path).replace(bytes("two"))).isPresent();
    assertThat(path).hasContent("two");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-rw-r--");
    assertThat(files()).containsExactly(path);
  }

  @Test
  void aFileThatSomebodyChangedSinceIsLeftAlone() throws IOException {
    PlanFile file = PlanFile.read(path);
    Files.writeString(path, "eno"); // the same length, perhaps in the same millisecond
    assertThat(file.replace(bytes("two"))).isEmpty();
    assertThat(path).hasContent("eno");
    Files.delete(path);
    assertThat(file.replace(bytes("two"))).isEmpty();
    assertThat(files()).isEmpty();
  }

  @Test
  void aMoveNeverReplacesAndNeverTakesWhatWasNotRead() throws IOException {
    PlanFile file = PlanFile.read(path);
    Path other = Files.writeString(folder.resolve("other.md"), "other");
    assertThatThrownBy(() -> file.move(other)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(other).hasContent("other");
    Files.writeString(path, "edited");
    assertThat(file.move(folder.resolve("away/plan.md"))).isFalse();
    assertThat(path).hasContent("edited");
    assertThat(PlanFile.read(path).move(folder.resolve("away/plan.md"))).isTrue();
    assertThat(folder.resolve("away/plan.md")).hasContent("edited");
  }

  /** What a kill at any point of a replacement leaves behind is put right at the next start. */
  @Test
  void whatAKilledReplacementLeftIsPutRight() throws IOException {
    Files.writeString(folder.resolve(".pulse-unfinished~plan.md"), "tw");
    temporary("one", "two", "two"); // before the swap
    PlanFile.recover(folder);
    assertThat(files()).containsExactly(path);
    assertThat(path).hasContent("one");

    Files.writeString(path, "two");
    temporary("one", "two", "one"); // after the swap
    PlanFile.recover(folder);
    assertThat(files()).containsExactly(path);
    assertThat(path).hasContent("two");

    temporary("one", "two", "a person's"); // after the swap, with a save in between
    PlanFile.recover(folder);
    assertThat(files()).containsExactly(path);
    assertThat(path).hasContent("a person's");

    temporary("one", "two", "an older one of theirs"); // and another save after that
    PlanFile.recover(folder);
    assertThat(path).hasContent("a person's");
    assertThat(files())
        .hasSize(2)
        .anySatisfy(file -> assertThat(file).hasContent("an older one of theirs"));
  }

  /** A relay without a pause, and saves that fall anywhere into its writes: each one stays. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noSaveIsLostWhereverItFalls(boolean inPlace) throws Exception {
    saveAmidWrites(inPlace, 30);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Tag("slow")
  void noneOfAThousandSavesIsLost(boolean inPlace) throws Exception {
    saveAmidWrites(inPlace, 1000);
  }

  private void saveAmidWrites(boolean inPlace, int saves) throws Exception {
    var done = new AtomicBoolean();
    var writes = new AtomicInteger();
    Files.writeString(path, "marks 0\n");
    var relay =
        CompletableFuture.runAsync(
            () -> {
              while (!done.get()) {
                writes.addAndGet(mark() ? 1 : 0);
              }
            });
    Path draft = folder.resolve("editor.tmp");
    for (int save = 1; save <= saves; save++) {
      String text = Files.readString(path) + "save " + save + "\n";
      if (inPlace) {
        Files.writeString(path, text);
      } else {
        Files.move(Files.writeString(draft, text), path, StandardCopyOption.ATOMIC_MOVE);
      }
      int seen = writes.get();
      while (writes.get() < seen + 2 && !relay.isDone()) {
        Thread.onSpinWait();
      }
    }
    done.set(true);
    relay.get();
    String last = Files.readString(path);
    for (int save = 1; save <= saves; save++) {
      assertThat(last).contains("save " + save + "\n");
    }
  }

  /** Adds one to the first line and leaves the others. */
  private boolean mark() {
    try {
      PlanFile file = PlanFile.read(path);
      String text = Samples.text(file.bytes());
      int end = text.indexOf('\n');
      if (!text.startsWith("marks ") || !text.endsWith("\n")) {
        return false; // half of a save: a round waits until a file has settled
      }
      int marks = Integer.parseInt(text.substring(6, end));
      return file.replace(bytes("marks " + (marks + 1) + text.substring(end))).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void temporary(String read, String fresh, String content) throws IOException {
    Files.writeString(
        folder.resolve(".pulse~%s~%s~plan.md".formatted(crc(read), crc(fresh))), content);
  }

  private static String crc(String text) {
    var sum = new CRC32C();
    sum.update(bytes(text));
    return "%08x".formatted(sum.getValue());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
