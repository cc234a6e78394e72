package dev.pulse.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.DeadFilter;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.Outcome;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is kept of a log, and for how long (A7). */
class AttemptLogsTest {
  private static final String OF_ATTEMPT_LOG = "SELECT count(*) FROM pulse.attempt_log";
  @RegisterExtension static final LoggedJobs at = new LoggedJobs();

  @Test
  void chunksAreReadInTheirOrderAndOneThatCameTwiceOnce() {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    long first = at.write(lease, 0, "one\n");
    at.write(lease, first, "zwei ä\n");
    at.write(lease, 0, "one\n");
    assertThat(at.read(id, 0)).isEqualTo("one\nzwei ä\n");
    assertThat(at.read(id, 1)).isEqualTo("one\nzwei ä\n");
    assertThatThrownBy(() -> at.read(id, 2))
        .isInstanceOf(JobRefused.class)
        .hasMessageContaining("has no attempt 2");
    assertThatThrownBy(() -> at.read(UUID.randomUUID(), 0)).hasMessageContaining("there is no job");
    assertThatThrownBy(() -> at.logs.reader(id, 0, "x")).hasMessageContaining("after is not");
    assertThatThrownBy(() -> at.logs.reader(id, -1, null)).hasMessageContaining("from 1");
  }

  @Test
  void ofALogThatIsTooLongTheMiddleGoes() {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    long end = 0;
    for (int chunk = 0; chunk < 160; chunk++) {
      end = at.write(lease, end, ("%03d".formatted(chunk) + "x".repeat(60) + "\n").repeat(1024));
    }
    assertThat(end).isEqualTo(10 << 20);
    String seq = " FROM pulse.attempt_log WHERE seq = " + lease.job();
    assertThat(at.number("SELECT sum(ends - starts)" + seq)).isLessThanOrEqualTo(4 << 20);
    String log = at.read(id, 0);
    String head = log.substring(0, 1 << 20);
    assertThat(head).startsWith("000").endsWith("x\n");
    assertThat(head.substring((1 << 20) - 64)).startsWith("015");
    assertThat(log.substring(log.length() - 64)).startsWith("159");
    assertThat(log.lines().filter(line -> line.startsWith("["))).hasSize(1);
    long missing = end - at.number("SELECT sum(ends - starts)" + seq);
    assertThat(log).contains("\n[" + missing + " bytes of the log are missing here]\n");
    assertThat(log.length()).isGreaterThan(3 << 20);
  }

  @Test
  void whatAWorkerLeavesOutOfALongLogMakesNoSecondHole() {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    String text = "x".repeat(65535) + "\n";
    long end = 0;
    for (int chunk = 0; chunk < 80; chunk++) {
      end = at.write(lease, end, text);
    }
    long whole = end + 1000;
    end = at.write(lease, whole, whole, "after a gap\n");
    end = at.write(lease, end, whole, "the end\n");
    String log = at.read(id, 0);
    assertThat(log).endsWith(" bytes of the log are missing here]\nafter a gap\nthe end\n");
    assertThat(log.lines().filter(line -> line.startsWith("["))).hasSize(1);
  }

  @Test
  void whatAShortLogLacksIsTold() {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    at.write(lease, 0, "a\n");
    at.write(lease, 1002, 1002, "b\n");
    assertThat(at.read(id, 0)).isEqualTo("a\n[1000 bytes of the log are missing here]\nb\n");
  }

  @Test
  void aZombieWritesToItsOwnAttemptAndNobodyToOneThatNeverWas() {
    UUID id = at.submit();
    Lease zombie = at.claim().lease();
    at.end(zombie, new Outcome.Failed("x"));
    Lease successor = at.claimLater().lease();
    at.write(successor, 0, "successor\n");
    at.write(zombie, 0, "zombie\n");
    assertThat(at.read(id, 1)).isEqualTo("zombie\n");
    assertThat(at.read(id, 2)).isEqualTo("successor\n");
    assertThat(at.read(id, 0)).isEqualTo("successor\n");
    long before = at.number(OF_ATTEMPT_LOG);
    at.write(new Lease(successor.job(), successor.worker(), 99), 0, "from nowhere\n");
    at.write(new Lease(1L << 50, 1, 1), 0, "from nowhere\n");
    assertThat(at.number(OF_ATTEMPT_LOG)).isEqualTo(before);
  }

  @Test
  void triesThatDidNotCountBelongToTheAttemptThatDid() {
    UUID id = at.submit();
    Lease first = at.claim().lease();
    at.write(first, 0, "not now\n");
    at.end(first, new Outcome.Snoozed(Duration.ofMinutes(1)));
    Lease second = at.claimLater().lease();
    at.write(second, 0, "now\n");
    assertThat(at.read(id, 1)).isEqualTo("not now\nnow\n");
  }

  @Test
  void aNulIsReplacedAndAChunkHasItsBounds() {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    at.write(lease, 0, "a\0b\n");
    assertThat(at.read(id, 0)).isEqualTo("a\uFFFDb\n");
    for (long[] bounds : new long[][] {{0, 0}, {-1, 1}, {5, 4}, {0, 65537}, {0, 1L << 62}}) {
      assertThatThrownBy(() -> new LogChunk(lease, bounds[0], bounds[1], 0, "x"))
          .isInstanceOf(JobRefused.class);
    }
  }

  @Test
  void whatFollowsAWriteWaitsForItAndNothingElseDoes() {
    at.submit();
    Lease lease = at.claim().lease();
    var done = new AtomicBoolean();
    at.logs.afterwards(lease, () -> done.set(true));
    assertThat(done).as("nothing was logged").isTrue();
    done.set(false);
    long before = at.number(OF_ATTEMPT_LOG);
    var append = at.logs.append(new LogChunk(lease, 0, 2, 0, "a\n"));
    var rows = new java.util.concurrent.CompletableFuture<Long>();
    at.logs.afterwards(lease, () -> rows.complete(at.number(OF_ATTEMPT_LOG)));
    assertThat(rows.join()).isEqualTo(before + 1);
    assertThat(append.join()).isTrue();
  }

  @Test
  void aServerThatGoesTakesNoMoreAndSaysSo() {
    at.submit();
    Lease lease = at.claim().lease();
    at.logs.close();
    assertThat(at.logs.append(new LogChunk(lease, 0, 2, 0, "a\n")).join()).isFalse();
  }

  @Test
  void aLogGoesWithItsJobAndWithItsAttempt() {
    UUID dead = at.submit();
    Lease lease = at.claim().lease();
    at.write(lease, 0, "x\n");
    at.end(lease, new Outcome.FailedForGood("x"));
    at.jobs.purgeDead(new DeadFilter(null, null, null, null));
    assertThat(at.jobs.find(dead)).isEmpty();
    String ofIt = OF_ATTEMPT_LOG + " WHERE seq = ";
    assertThat(at.number(ofIt + lease.job())).isZero();

    UUID old = at.submit();
    Lease done = at.claim().lease();
    at.write(done, 0, "x\n");
    at.end(done, new Outcome.Succeeded(null));
    UUID living = at.submit();
    Lease failed = at.claim().lease();
    at.write(failed, 0, "x\n");
    at.end(failed, new Outcome.Failed("x"));
    Lease running = at.claimLater().lease();
    at.write(running, 0, "x\n");
    at.execute("UPDATE pulse.finished SET finished_at = now() - interval '8 days'");
    at.execute("UPDATE pulse.attempt SET ended_at = now() - interval '8 days'");
    new Jobs(at.pulse.database(), JobConfig.DEFAULT, new Random(1)).prune(1000);
    assertThat(at.jobs.find(old)).isEmpty();
    assertThat(at.number(ofIt + done.job())).isZero();
    assertThat(at.jobs.find(living)).isPresent();
    assertThat(at.number(ofIt + failed.job())).as("only of the try under way").isEqualTo(1);
    assertThat(at.read(living, 0)).isEqualTo("x\n");
  }
}
