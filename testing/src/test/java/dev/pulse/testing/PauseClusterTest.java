package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobRequest;
import dev.pulse.Outcome;
import dev.pulse.Pause;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pause outlives its server, holds back and loses nothing, and costs nothing afterwards (D1). */
@Tag("slow")
class PauseClusterTest {
  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int JOBS = 10_000;
  private static final int ROUNDS = 5;

  @Test
  void aPauseSurvivesAKillAndAResumedTopicDrainsAsFastAsOneThatNeverWaited() {
    var processes = new ArrayList<JavaProcess>();
    try (var cluster = new Cluster()) {
      JavaProcess doomed = ServerProcess.start(cluster.url(), 0, LEASE);
      processes.add(doomed);
      try (Pulse pulse = Pulse.connect(doomed.firstLine())) {
        pulse.pause("default", "a deploy");
      }
      doomed.kill();
      JavaProcess server = ServerProcess.start(cluster.url(), 0, LEASE);
      processes.add(server);
      try (Pulse pulse = Pulse.connect(server.firstLine())) {
        assertThat(pulse.pauses()).extracting(Pause::reason).containsExactly("a deploy");
        try (Worker _ = worker(pulse)) {
          submit(pulse);
          startsNothing(cluster);
          pulse.resume("default");
          drained(cluster, JOBS);
        }
        compare(cluster, pulse);
      }
    } finally {
      processes.forEach(JavaProcess::close);
    }
  }

  /** Drains of a backlog by turns: its worker comes late, or its pause is lifted. */
  private static void compare(Cluster cluster, Pulse pulse) {
    var resumed = new ArrayList<Double>();
    var unpaused = new ArrayList<Double>();
    for (int round = 0; round < ROUNDS; round++) {
      pulse.pause("default", "round " + round);
      try (Worker _ = worker(pulse)) {
        submit(pulse);
        pulse.resume("default");
        resumed.add(rate(cluster));
      }
      submit(pulse);
      try (Worker _ = worker(pulse)) {
        unpaused.add(rate(cluster));
      }
    }
    double ratio = Collections.max(resumed) / Collections.max(unpaused);
    System.out.printf(
        "PauseClusterTest: drains %.0f/s after a resume, %.0f/s without a pause, ratio %.2f%n",
        Collections.max(resumed), Collections.max(unpaused), ratio);
    assertThat(ratio).as("of the best").isGreaterThan(0.7);
  }

  private static Worker worker(Pulse pulse) {
    return pulse.worker().concurrency(50).handle("work", _ -> Outcome.done()).start();
  }

  private static void submit(Pulse pulse) {
    for (int done = 0; done < JOBS; done += 500) {
      pulse.submitAll(IntStream.range(0, 500).mapToObj(n -> JobRequest.of("work", n)).toList());
    }
  }

  /** For four times as long as a server polls, though a worker is there and waits. */
  private static void startsNothing(Cluster cluster) {
    await().atMost(LONG).until(() -> cluster.number("SELECT count(*) FROM pulse.worker") > 0);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(LONG)
        .until(
            () ->
                cluster.number("SELECT count(*) FROM pulse.ready") == JOBS
                    && cluster.number("SELECT count(*) FROM pulse.running") == 0);
    assertThat(cluster.completed()).isZero();
  }

  /** Jobs a second between a tenth and all of a backlog: starting up is not draining. */
  private static double rate(Cluster cluster) {
    drained(cluster, JOBS / 10);
    long left = cluster.number("SELECT count(*) FROM pulse.ready");
    long start = System.nanoTime();
    drained(cluster, JOBS);
    return left / ((System.nanoTime() - start) / 1e9);
  }

  private static void drained(Cluster cluster, int jobs) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(LONG)
        .until(
            () ->
                cluster.number(
                        "SELECT (SELECT count(*) FROM pulse.ready)"
                            + " + (SELECT count(*) FROM pulse.running)")
                    <= JOBS - jobs);
  }
}
