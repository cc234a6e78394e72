package dev.pulse.server.run;

import static dev.pulse.server.run.Workshop.awaiting;
import static dev.pulse.server.run.Workshop.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a delivery costs does not depend on how many runs wait. Judged by the ratio of the quick
 * tenths within one test, to which whatever else the machine does adds least; the figures are
 * printed.
 */
@Tag("slow")
class RunDepthTest {
  private static final int ROUNDS = 300;
  private static final int CROWD = 100_000;

  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void aDeliveryWakesItsNodeInMillisecondsAmongAHundredThousandWaitingRuns() {
    measure(); // warms up
    double alone = measure();
    for (int each = 0; each < CROWD; each++) {
      shop.chain(awaiting("gate", "go"), job("work"));
    }
    assertThat(shop.number("SELECT count(*) FROM pulse.run WHERE status = 'waiting'"))
        .isEqualTo(CROWD);
    assertThat(
            shop.number(
                """
                SELECT (SELECT count(*) FROM pulse.ready) + (SELECT count(*) FROM pulse.later)
                  + (SELECT count(*) FROM pulse.running)
                """))
        .as("a waiting run holds no job, and so no slot, lease or thread")
        .isZero();
    double crowded = measure();
    System.out.printf(
        "RunDepthTest deliver and claim: alone %.2f ms, among %d waiting runs %.2f ms%n",
        alone, CROWD, crowded);
    assertThat(crowded).isLessThan(3 * alone).isLessThan(50);
    assertThat(shop.runs().expire(1000)).as("the sweeper walks over nothing").isZero();
  }

  /** A quick time from a delivery to its node's job in a worker's hands, in milliseconds. */
  private static double measure() {
    var runs = new ArrayList<UUID>();
    for (int each = 0; each < ROUNDS; each++) {
      runs.add(shop.chain(awaiting("gate", "go"), job("work")));
    }
    List<Long> times = new ArrayList<>();
    for (UUID run : runs) {
      long start = System.nanoTime();
      shop.deliver(run, "go", "1");
      Assignment woken = shop.claim();
      times.add(System.nanoTime() - start);
      shop.done(woken, null);
    }
    times.sort(null);
    return times.get(ROUNDS / 10) / 1e6;
  }
}
