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

/** A limit of one, with whoever could break it being killed (D2). */
@Tag("slow")
class LimitClusterTest {
  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final int TOTAL = 3_000;

  @Test
  void aLimitOfOneHoldsOnThreeServersWithEightWorkersAndKills() {
    var servers = new ArrayList<JavaProcess>();
    var workers = new ArrayList<JavaProcess>();
    try (var cluster = new Cluster()) {
      var addresses = new ArrayList<String>();
      for (int each = 0; each < 3; each++) {
        JavaProcess server = ServerProcess.start(cluster.url(), 0, LEASE);
        servers.add(server);
        addresses.add(server.firstLine());
      }
      String all = String.join(",", addresses);
      for (int each = 0; each < 8; each++) {
        String preferred = addresses.get(each % 3) + "," + all;
        var worker = JavaProcess.start(WorkerProcess.class, List.of(), preferred, "worker-" + each);
        worker.firstLine();
        workers.add(worker);
      }
      try (Pulse pulse = Pulse.connect(addresses.get(2))) {
        pulse.limits().set("one", limit -> limit.maxRunning(1));
        pulse.submitAll(
            IntStream.range(0, TOTAL)
                .mapToObj(n -> JobRequest.of("work", n, options -> options.limits("one")))
                .toList());
        killAt(cluster, TOTAL / 6, workers.get(0));
        killAt(cluster, TOTAL / 3, servers.get(0));
        killAt(cluster, TOTAL / 2, workers.get(1));
        killAt(cluster, TOTAL * 2 / 3, servers.get(1));
        await().atMost(Duration.ofMinutes(3)).until(() -> cluster.completed() == TOTAL);
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> pulse.limits().find("one").orElseThrow().running() == 0);
      }
      assertThat(
              cluster.number(
                  """
                  SELECT count(*) FROM (
                    SELECT started_at, lag(ended_at) OVER (ORDER BY started_at) AS before
                    FROM pulse.attempts) AS starts
                  WHERE before > started_at
                  """))
          .as("attempts that began before the one before had ended")
          .isZero();
      System.out.printf(
          "LimitClusterTest: %d jobs one at a time in %d s, %d attempts lost to the kills%n",
          TOTAL,
          cluster.number(
              "SELECT extract(epoch FROM max(ended_at) - min(started_at))::int8 FROM pulse.attempts"),
          cluster.number("SELECT count(*) FROM pulse.attempts WHERE outcome = 'LOST'"));
    } finally {
      workers.forEach(JavaProcess::close);
      servers.forEach(JavaProcess::close);
    }
  }

  private static void killAt(Cluster cluster, int done, JavaProcess victim) {
    await().atMost(Duration.ofMinutes(2)).until(() -> cluster.completed() >= done);
    victim.kill();
  }
}
