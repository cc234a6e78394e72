package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever a file holds, it is read without an exception, a change that changes nothing leaves it
 * byte for byte, and any other change is read back and touches nothing else (R4, R8, R12).
 */
class FuzzTest {
  private static final String[] PIECES = {
    "### Component 1: One",
    "### Component 2: Two",
    "### Phase 3: Drei 🚀",
    "### Component x: bad",
    "**Status:** PENDING",
    "**Status:** IN_PROGRESS",
    "**Status:**",
    "**Status:** done",
    "**Agent:** a",
    "**Agent:** HUMAN",
    "**Agent:** two words",
    "**Deliverable:** a/b",
    "**Result:** words",
    "**Result:**",
    "**Attempt:** 2 (healed 1)",
    "**Attempt:** x",
    "**Label:** l",
    "**Session:** 1",
    "**Scheduler:** pulse",
    "**On-Failure:** continue",
    "**Activated:** then",
    "**Workdir:** w",
    "```",
    "````",
    "~~~",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
    "<div>",
    "<?",
    "?>",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "  ",
    "# ",
    "## ",
    "---",
    "text",
    "<![CDATA[",
    "]]>",
    "<br>",
    "<!DOCTYPE",
    "* * *",
    "ж",
    "х",
    "\uFEFF",
    "\u0085",
    "\u2028",
    "\\",
    "`",
    "*",
    "\0"
  };
  private static final String START = "**Scheduler:** pulse\n\n### Component 1: One\n";
  private static final String[] ENDS = {"\n", "\n", "\n", "\r\n", "\r", "\n\n", "", " \n"};

  @Test
  void anyFileIsReadAndSplicedFaithfully() {
    fuzz(20_000, 42);
  }

  @Test
  @Tag("slow")
  void aMillionFilesAreReadAndSplicedFaithfully() {
    long start = System.nanoTime();
    long components = fuzz(1_000_000, 20261115);
    System.out.printf(
        "FuzzTest: 1000000 inputs, %d components changed, %d ms%n",
        components, (System.nanoTime() - start) / 1_000_000);
  }

  private static long fuzz(int inputs, long seed) {
    var random = new SplittableRandom(seed);
    long components = 0;
    for (int each = 0; each < inputs; each++) {
      byte[] bytes = each % 10 == 0 ? noise(random) : markdown(random);
      try {
        components += check(bytes, random);
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "input %d of seed %d: %s".formatted(each, seed, escaped(bytes)), e);
      }
    }
    return components;
  }

  private static int check(byte[] bytes, SplittableRandom random) {
    Plan plan = Plan.parse(bytes);
    Lint.of(plan, "a"::equals, Path.of("/nonexistent"));
    for (Component component : plan.components()) {
      Change none = new Change(null, null, null);
      if (!Arrays.equals(Splice.component(plan, component, none), bytes)) {
        throw new AssertionError("a change of nothing changed something");
      }
      Status status = Status.values()[random.nextInt(5)];
      Change change = Change.to(status);
      change = random.nextBoolean() ? change.with(new Tries(random.nextInt(9), 0)) : change;
      change = random.nextBoolean() ? change.saying("told х\n\n**Status:** X") : change;
      String activated = random.nextInt(4) == 0 ? "then" : null;
      same(plan, Plan.parse(Splice.started(plan, component, change, activated)), component, change);
    }
    return plan.components().size();
  }

  private static void same(Plan before, Plan after, Component changed, Change change) {
    assertThat(after.components()).hasSameSizeAs(before.components());
    for (int at = 0; at < before.components().size(); at++) {
      Component old = before.components().get(at);
      Component now = after.components().get(at);
      boolean same =
          now.title().equals(old.title())
              && after.instructions(now).equals(before.instructions(old))
              && now.agent().equals(old.agent());
      if (at == changed.index()) {
        same &= now.is(change.status());
        same &= change.tries() == null || now.tries().equals(change.tries());
        same &=
            change.result() == null || now.written(Key.RESULT).orElse("").equals(change.result());
      } else {
        same &= now.is(old.status()) && now.tries().equals(old.tries());
        same &= now.written(Key.RESULT).equals(old.written(Key.RESULT));
      }
      if (!same) {
        throw new AssertionError("component %d became %s".formatted(at, now));
      }
    }
  }

  private static byte[] markdown(SplittableRandom random) {
    var text = new StringBuilder(random.nextBoolean() ? "" : START);
    int pieces = random.nextInt(30);
    for (int each = 0; each < pieces; each++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
      text.append(ENDS[random.nextInt(ENDS.length)]);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] bytes = markdown(random);
    for (int each = 0; each < bytes.length / 8; each++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static String escaped(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1)
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }
}
