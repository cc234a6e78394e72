package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers are killed while a handler logs and somebody follows: no line is lost or told twice. */
@Tag("slow")
@Timeout(180)
class LogClusterTest {
  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final int LINES = 20_000;
  private static final int AHEAD = 500;

  @Test
  void aLogSurvivesTheServersThatCarriedIt() {
    var room = new Semaphore(AHEAD);
    try (var cluster = new Cluster();
        JavaProcess first = ServerProcess.start(cluster.url(), 0, LEASE);
        JavaProcess second = ServerProcess.start(cluster.url(), 0, LEASE);
        JavaProcess third = ServerProcess.start(cluster.url(), 0, LEASE)) {
      String addresses = String.join(",", first.firstLine(), second.firstLine(), third.firstLine());
      try (Pulse working = Pulse.connect(addresses);
          Pulse following = Pulse.connect(addresses);
          Worker _ =
              working
                  .worker()
                  .closeWithin(Duration.ZERO)
                  .handle(
                      "talk",
                      job -> {
                        for (int line = 0; line < LINES; line++) {
                          room.acquire();
                          job.log("line " + line);
                        }
                        return Outcome.done();
                      })
                  .start()) {
        JobHandle handle = working.submit("talk");
        List<String> expected = IntStream.range(0, LINES).mapToObj("line %d"::formatted).toList();
        try (Stream<String> lines = following.followLog(handle.id())) {
          var heard =
              lines
                  .peek(
                      line -> {
                        room.release();
                        if (line.equals("line 5000")) {
                          first.kill();
                        } else if (line.equals("line 12000")) {
                          second.kill();
                        }
                      })
                  .toList();
          assertThat(heard).isEqualTo(expected);
        }
        assertThat(handle.await(Duration.ofMinutes(1)).status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(handle.get().attempts()).isEqualTo(1);
        assertThat(following.log(handle.id()).lines()).isEqualTo(expected);
        System.out.printf(
            "LogClusterTest: %d lines in %d chunks through two kills%n",
            LINES, cluster.number("SELECT count(*) FROM pulse.attempt_log"));
      }
    }
  }
}
