package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Pulse;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many plans, and large ones. */
class ScaleTest {
  private static final int PLANS = 2000;
  @TempDir Path home;

  /** Half of them wait for a person, half for a job that nobody takes. */
  @Test
  @Tag("slow")
  void aRoundOverTwoThousandIdlePlansReadsNothingAndTakesLessThanASecond() throws Exception {
    try (var pulse = EmbeddedPulse.start();
        var awaiting = new Awaiting(pulse.client())) {
      Rounds rounds = rounds(pulse.client(), awaiting);
      String filler = "Words, words, words.\n".repeat(1000);
      Path active = new Folders(home).made().active();
      for (int each = 0; each < PLANS; each++) {
        Files.writeString(
            active.resolve("plan-%04d.md".formatted(each)),
            Samples.HEADER
                + Samples.component(1, "PENDING", each % 2 == 0 ? "HUMAN" : "shell")
                + filler);
      }
      long start = System.nanoTime();
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> rounds.runOnce().compareTo(Duration.ofSeconds(1)) > 0);
      long first = System.nanoTime() - start;
      long before = bytesRead();
      var times = new ArrayList<Long>();
      for (int round = 0; round < 5; round++) {
        long begin = System.nanoTime();
        rounds.runOnce();
        times.add((System.nanoTime() - begin) / 1_000_000);
      }
      long read = (bytesRead() - before) / 5;
      System.out.printf(
          "ScaleTest: %d plans started in %d ms; idle rounds took %s ms and read %d bytes each%n",
          PLANS, first / 1_000_000, times, read);
      assertThat(Collections.min(times)).as("the best of them").isLessThan(1000);
      assertThat(read).as("of %d bytes of plans", PLANS * filler.length()).isLessThan(1_000_000);
    }
  }

  @Test
  void aPlanOfTenThousandComponentsAndAMegabyteIsReadAndWrittenInNoTime() {
    var text = new StringBuilder(Samples.HEADER);
    for (int each = 1; each <= 10_000; each++) {
      text.append(
          Samples.component(each, "COMPLETED", "a")
              .replace("Do step", "Do the famous 🚀, which takes its time, as step"));
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    assertThat(bytes).hasSizeGreaterThan(1_000_000);
    long start = worked();
    Plan plan = Plan.parse(bytes);
    assertThat(plan.components()).hasSize(10_000);
    assertThat(Lint.of(plan, "a"::equals, home)).isEmpty();
    assertThat(Tick.decide(plan, new Samples.Told())).isInstanceOf(Step.Retire.class);
    byte[] changed = Splice.component(plan, plan.components().getLast(), Change.to(Status.FAILED));
    assertThat(Plan.parse(changed).components().getLast().is(Status.FAILED)).isTrue();
    assertThat(worked() - start).isLessThan(Duration.ofSeconds(5).toNanos());
  }

  /** No line is so long, and nothing so deep, that it takes more than its time. */
  @Test
  void hostileLinesTakeNoLongerThanOthers() {
    long start = worked();
    for (String piece :
        List.of("- ", "> ", "`", "**Status:** ", " ", "<a ", "\t", "* ", "#", "**Result:** x\n")) {
      Plan plan =
          Samples.plan(
              "### Component 1: One\n"
                  + piece.repeat(1_000_000 / piece.length())
                  + "\n### Component 2: Two\n");
      Lint.of(plan, "a"::equals, home);
      for (Component component : plan.components()) {
        Splice.component(plan, component, Change.to(Status.BLOCKED).saying("x"));
      }
    }
    assertThat(worked() - start).isLessThan(Duration.ofSeconds(20).toNanos());
  }

  /** The processor's time of this thread: what else the machine does is not in it. */
  private static long worked() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private Rounds rounds(Pulse pulse, Awaiting awaiting) {
    var bulletin = new Bulletin(PlanBoard.NONE, new Notices(home), "test");
    Clock clock = Clock.system(ZoneId.systemDefault());
    var plans = Plans.in(home, "shell"::equals);
    return new Rounds(
        new Office(
            plans,
            new Desk(pulse, "test", _ -> Optional.of(List.of())),
            awaiting,
            bulletin,
            clock,
            () -> {}),
        Duration.ofMinutes(1));
  }

  private static long bytesRead() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("rchar:"))
        .mapToLong(line -> Long.parseLong(line.substring(6).strip()))
        .sum();
  }
}
