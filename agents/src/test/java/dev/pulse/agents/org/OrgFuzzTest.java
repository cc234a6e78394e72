package dev.pulse.agents.org;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files made of what matters in org files, and of noise, in any order. */
class OrgFuzzTest {
  private static final List<String> PIECES =
      List.of(
          "*",
          "* ",
          "** ",
          " ",
          "\t",
          "\n",
          "\r\n",
          "\r",
          ":",
          ":PROPERTIES:",
          ":END:",
          ":A: b",
          ":AGENT:",
          "NEXT ",
          "DOING",
          "DONE ",
          "COMMENT ",
          "[#A] ",
          " :tag:",
          "#+START: x",
          "#+SEQ_TODO: ZZZ",
          "#+BEGIN_SRC",
          "#+END_SRC",
          "SCHEDULED: ",
          "word",
          "ü",
          "🐦",
          "\uFEFF",
          "* NEXT a\n",
          "* b\n:PROPERTIES:\n",
          ":END:\n",
          ":K: v\n");

  @Test
  void anEditChangesWhatItSaysAndNothingElse() {
    fuzz(20_000);
  }

  @Test
  @Tag("slow")
  void aMillionFiles() {
    fuzz(1_000_000);
  }

  private static void fuzz(int files) {
    long seed = Long.getLong("pulse.seed", System.nanoTime());
    System.out.println("org files: -Dpulse.seed=" + seed);
    var random = new Random(seed);
    for (int number = 0; number < files; number++) {
      byte[] bytes = file(random);
      try {
        check(bytes, random);
      } catch (Throwable e) {
        throw new AssertionError(
            "file %d: %s".formatted(number, new String(bytes, StandardCharsets.ISO_8859_1)), e);
      }
    }
  }

  private static byte[] file(Random random) {
    var bytes = new ByteArrayOutputStream();
    int pieces = random.nextInt(30);
    for (int piece = 0; piece < pieces; piece++) {
      if (random.nextInt(10) == 0) {
        bytes.write(random.nextInt(256));
      } else {
        bytes.writeBytes(
            PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static void check(byte[] bytes, Random random) {
    OrgFile file = OrgFile.read(bytes);
    assertThat(file.bytes()).isEqualTo(bytes);
    if (file.headings().isEmpty()) {
      return;
    }
    int index = random.nextInt(file.headings().size());
    Heading heading = file.headings().get(index);
    OrgFile claimed = file.withKeyword(heading, "DOING");
    same(file, claimed, index, heading.headline().keywordAt().length());
    assertThat(claimed.headings().get(index).keyword()).contains("DOING");
    OrgFile owned = file.withProperty(heading, "AGENT", "wren");
    Heading.Slot slot = heading.slot("AGENT");
    same(file, owned, index, slot == null ? 0 : slot.value().length());
    assertThat(owned.headings().get(index).keyword()).isEqualTo(heading.keyword());
    assertThat(owned.headings().get(index).property("AGENT").map(Entry::value)).contains("wren");
    assertThat(owned.withProperty(owned.headings().get(index), "AGENT", "wren").bytes())
        .isEqualTo(owned.bytes());
  }

  /** The other headings, and every byte before the edited one and after it, are as they were. */
  private static void same(OrgFile before, OrgFile after, int edited, int replaced) {
    assertThat(after.headings()).hasSameSizeAs(before.headings());
    for (int index = 0; index < before.headings().size(); index++) {
      Heading was = before.headings().get(index);
      Heading is = after.headings().get(index);
      assertThat(is.level()).isEqualTo(was.level());
      if (index != edited) {
        assertThat(is.title()).isEqualTo(was.title());
        assertThat(is.keyword()).isEqualTo(was.keyword());
        assertThat(values(is)).isEqualTo(values(was));
      }
    }
    int kept = 0;
    byte[] old = before.bytes();
    byte[] fresh = after.bytes();
    while (kept < Math.min(old.length, fresh.length) && old[kept] == fresh[kept]) {
      kept++;
    }
    int tail = 0;
    while (tail < Math.min(old.length, fresh.length) - kept
        && old[old.length - 1 - tail] == fresh[fresh.length - 1 - tail]) {
      tail++;
    }
    assertThat(old.length - kept - tail).isLessThanOrEqualTo(replaced);
    assertThat(fresh.length - kept - tail).isLessThanOrEqualTo(50);
  }

  private static List<String> values(Heading heading) {
    return heading.properties().stream().map(entry -> entry.key() + entry.value()).toList();
  }
}
