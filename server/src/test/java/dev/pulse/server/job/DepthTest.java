package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * J3: what a claim costs does not depend on how much else there is. Judged by the ratio of the
 * quick tenths within one run, to which whatever else the machine does adds least; the figures are
 * printed.
 */
@Tag("slow")
class DepthTest {
  private static final int ROUNDS = 60;
  private static final int SLOTS = 100;

  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void aClaimCostsTheSameOnAnEmptyTableAndOverMillions() {
    measure(); // warms up
    double empty = measure();
    fill(5_000_000, 1_000_000, 0);
    double deep = measure();
    System.out.printf("DepthTest claim of %d: empty %.2f ms, deep %.2f ms%n", SLOTS, empty, deep);
    assertThat(deep).isLessThan(2 * empty);
  }

  @Test
  void aClaimCostsTheSameWithAMillionFinishedJobs() {
    measure();
    double empty = measure();
    fill(0, 0, 1_000_000);
    double kept = measure();
    System.out.printf("DepthTest claim of %d: empty %.2f ms, kept %.2f ms%n", SLOTS, empty, kept);
    assertThat(kept).isLessThan(2 * empty);
  }

  /** D2: a saturated limit never slows jobs that do not carry it, however many wait before them. */
  @Test
  void aClaimCostsTheSameBehindAHundredThousandJobsOfASaturatedLimit() {
    measure();
    double empty = measure();
    new Limits(kernel.database()).set("full", Change.NOTHING.withMaxRunning(0), "test");
    NewJob stuck = NewJob.named("stuck").but().priority(9).limits(List.of("full")).build();
    for (int chunk = 0; chunk < 100; chunk++) {
      kernel.jobs().submit(Collections.nCopies(1000, stuck));
    }
    double behind = measure();
    System.out.printf(
        "DepthTest claim of %d: empty %.2f ms, behind a saturated limit %.2f ms%n",
        SLOTS, empty, behind);
    assertThat(behind).isLessThan(2 * empty);
  }

  /** What a quick one of many claims takes, in milliseconds. */
  private static double measure() {
    for (int round = 0; round < ROUNDS; round++) {
      kernel
          .jobs()
          .submit(Collections.nCopies(SLOTS, NewJob.named("j").but().args("{\"n\":1}").build()));
    }
    long worker = kernel.worker("w");
    long[] slots = LongStream.generate(() -> worker).limit(SLOTS).toArray();
    List<Long> times = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      List<Assignment> claimed = kernel.jobs().claim("default", slots, round % 5 == 0);
      times.add(System.nanoTime() - start);
      assertThat(claimed).hasSize(SLOTS);
      kernel
          .jobs()
          .report(
              claimed.stream()
                  .map(job -> new Report(job.lease(), new Outcome.Succeeded(null)))
                  .toList());
    }
    Collections.sort(times);
    return times.get(ROUNDS / 10) / 1e6;
  }

  /**
   * Ready jobs of lower priority, waiting jobs of higher priority, finished jobs; all of one topic.
   */
  private static void fill(int ready, int waiting, int finished) {
    kernel.execute(
        """
        INSERT INTO pulse.job (id, lane, priority, max_attempts, name, topic, args)
        SELECT gen_random_uuid(), -p, p, 5, 'filler', 'default', '{"n":1}'
        FROM (SELECT CASE WHEN n <= %1$d THEN -1 - n %% 9 ELSE 9 END AS p
          FROM generate_series(1, %2$d) n) g;
        INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
        SELECT lane, seq, 0, 0, 5, 0, topic FROM pulse.job
        WHERE name = 'filler' ORDER BY seq LIMIT %1$d;
        INSERT INTO pulse.later (seq, run_at, tries, forgiven, max_attempts, traits, status)
        SELECT seq, now() + interval '1 day', 0, 0, 5, 0, 'SCHEDULED' FROM pulse.job
        WHERE name = 'filler' ORDER BY seq OFFSET %1$d LIMIT %3$d;
        INSERT INTO pulse.finished (seq, tries, forgiven, max_attempts, traits, status)
        SELECT seq, 1, 0, 5, 0, 'COMPLETED' FROM pulse.job
        WHERE name = 'filler' ORDER BY seq OFFSET %1$d + %3$d LIMIT %4$d;
        """
            .formatted(ready, ready + waiting + finished, waiting, finished));
    kernel.execute("ANALYZE");
  }
}
