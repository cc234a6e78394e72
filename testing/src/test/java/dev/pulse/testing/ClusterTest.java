package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobRequest;
import dev.pulse.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Servers, workers and Postgres are killed while they work: nothing accepted is lost, nothing
 * counts twice.
 */
@Tag("slow")
class ClusterTest {
  private static final Duration LEASE = Duration.ofSeconds(15);

  @Test
  void aServerAndAWorkerAreKilledAmidFiftyThousandJobs() {
    int total = 50_000;
    var processes = new ArrayList<JavaProcess>();
    try (var cluster = new Cluster()) {
      JavaProcess first = ServerProcess.start(cluster.url(), 0, LEASE);
      JavaProcess second = ServerProcess.start(cluster.url(), 0, LEASE);
      processes.addAll(List.of(first, second));
      String addresses = first.firstLine() + "," + second.firstLine();
      String survivor = addresses.split(",")[1];
      for (int each = 0; each < 4; each++) {
        // Two workers prefer each server.
        String preferred = each % 2 == 0 ? addresses : survivor + "," + addresses.split(",")[0];
        var worker = JavaProcess.start(WorkerProcess.class, List.of(), preferred, "worker-" + each);
        worker.firstLine();
        processes.add(worker);
      }
      try (Pulse pulse = Pulse.connect(survivor)) {
        submit(pulse, total);
        await().atMost(Duration.ofMinutes(2)).until(() -> cluster.completed() > total / 5);
        first.kill();
        processes.get(2).kill();
        long atKill = cluster.completed();
        long start = System.nanoTime();
        await().atMost(LEASE).until(() -> cluster.completed() > atKill + 1000);
        System.out.printf(
            "ClusterTest: killed at %d done, a thousand more after %d ms%n",
            atKill, (System.nanoTime() - start) / 1_000_000);
        await().atMost(Duration.ofMinutes(3)).until(() -> cluster.completed() == total);
      }
      assertNothingLostNothingTwice(cluster, total);
    } finally {
      processes.forEach(JavaProcess::close);
    }
  }

  @Test
  void postgresIsRestartedInImmediateModeUnderLoad() {
    int total = 20_000;
    var processes = new ArrayList<JavaProcess>();
    try (var cluster = new Cluster()) {
      JavaProcess server = ServerProcess.start(cluster.url(), 0, LEASE);
      processes.add(server);
      String address = server.firstLine();
      for (int each = 0; each < 2; each++) {
        var worker = JavaProcess.start(WorkerProcess.class, List.of(), address, "worker-" + each);
        worker.firstLine();
        processes.add(worker);
      }
      try (Pulse pulse = Pulse.connect(address)) {
        var submitting = Thread.ofVirtual().start(() -> submit(pulse, total));
        for (int restart = 0; restart < 3; restart++) {
          long before = cluster.completed();
          await().atMost(Duration.ofMinutes(1)).until(() -> cluster.completed() > before + 500);
          cluster.postgres().restartImmediately();
        }
        submitting.join();
        await()
            .atMost(Duration.ofMinutes(3))
            .ignoreExceptions()
            .until(() -> cluster.completed() == total);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      assertThat(server.isAlive()).isTrue();
      assertNothingLostNothingTwice(cluster, total);
    } finally {
      processes.forEach(JavaProcess::close);
    }
  }

  /** In chunks; each is answered only when durable, and repeated by the SDK until it is. */
  private static void submit(Pulse pulse, int total) {
    for (int done = 0; done < total; done += 500) {
      pulse.submitAll(IntStream.range(0, 500).mapToObj(n -> JobRequest.of("work", n)).toList());
    }
  }

  private static void assertNothingLostNothingTwice(Cluster cluster, int total) {
    assertThat(cluster.number("SELECT count(*) FROM pulse.job")).isEqualTo(total);
    assertThat(cluster.completed()).isEqualTo(total);
    for (String table : List.of("ready", "later", "running")) {
      assertThat(cluster.number("SELECT count(*) FROM pulse." + table)).as(table).isZero();
    }
    assertThat(
            cluster.number(
                """
                SELECT count(*) FROM (SELECT seq, tries FROM pulse.attempts
                  GROUP BY seq, tries HAVING count(*) > 1) twice
                """))
        .as("attempts on record twice")
        .isZero();
    assertThat(cluster.number("SELECT count(*) FROM pulse.attempts WHERE outcome = 'SUCCEEDED'"))
        .isEqualTo(total);
    System.out.printf(
        "ClusterTest: %d jobs, %d attempts lost to the kills%n",
        total, cluster.number("SELECT count(*) FROM pulse.attempts WHERE outcome = 'LOST'"));
  }
}
