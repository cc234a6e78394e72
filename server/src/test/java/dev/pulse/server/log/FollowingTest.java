package dev.pulse.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Lease;
import dev.pulse.server.job.Outcome;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever follows a log hears everything once, in order, and the end last. */
@Timeout(180)
class FollowingTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  @RegisterExtension static final LoggedJobs at = new LoggedJobs();

  @Test
  void aWriteHereWakesWhoFollowsHere() throws Exception {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    try (LogReader reader = at.logs.reader(id, 0, null)) {
      var heard = next(reader);
      at.write(lease, 0, "a\n");
      assertThat(heard.join()).isEqualTo(new News.Text(1, lease.fence() + ":2", "a\n"));
      assertThat(reader.next(Duration.ZERO)).isEqualTo(new News.Quiet());
      heard = next(reader);
      at.end(lease, new Outcome.Succeeded(null));
      at.logs.ended(lease);
      assertThat(heard.join()).isEqualTo(new News.Over());
    }
  }

  @Test
  void aWriteElsewhereIsFoundByThePoll() throws Exception {
    UUID id = at.submit();
    Lease lease = at.claim().lease();
    try (LogReader reader = at.elsewhere.reader(id, 0, null)) {
      assertThat(reader.next(Duration.ZERO)).isEqualTo(new News.Quiet());
      assertThat(at.elsewhere.poll()).as("it knows no try yet").isEqualTo(1);
      at.write(lease, 0, "a\n");
      assertThat(next(reader).join()).isInstanceOf(News.Text.class);
      assertThat(at.elsewhere.poll()).as("nothing new").isZero();
      at.write(lease, 2, "b\n");
      assertThat(at.elsewhere.poll()).isEqualTo(1);
      assertThat(reader.next(LONG)).isEqualTo(new News.Text(1, lease.fence() + ":4", "b\n"));
      var heard = next(reader);
      at.end(lease, new Outcome.Failed("x"));
      while (!heard.isDone()) {
        at.elsewhere.poll();
      }
      assertThat(heard.join()).isEqualTo(new News.Over());
    }
    assertThat(at.elsewhere.poll()).as("nobody follows").isZero();
  }

  @Test
  void whoComesBeforeTheFirstAttemptWaitsForIt() throws Exception {
    UUID id = at.submit();
    try (LogReader reader = at.logs.reader(id, 0, null)) {
      assertThat(reader.next(Duration.ZERO)).isEqualTo(new News.Quiet());
      Lease lease = at.claim().lease();
      at.write(lease, 0, "a\n");
      assertThat(reader.next(LONG)).isInstanceOf(News.Text.class);
      at.end(lease, new Outcome.Failed("x"));
      assertThat(reader.next(LONG)).isEqualTo(new News.Over());
      Lease second = at.claimLater().lease();
      at.write(second, 0, "b\n");
      assertThat(reader.next(Duration.ZERO))
          .as("it follows one attempt")
          .isEqualTo(new News.Over());
    }
    UUID canceled = at.submit();
    at.jobs.cancel(canceled);
    try (LogReader reader = at.logs.reader(canceled, 0, null)) {
      assertThat(reader.next(LONG)).isEqualTo(new News.Over());
    }
  }

  @Test
  void whoComesBackGoesOnWhereItWasEvenIfTheJobIsTriedAgain() throws Exception {
    UUID id = at.submit();
    Lease first = at.claim().lease();
    at.write(first, 0, "a\n");
    at.write(first, 2, "b\n");
    at.end(first, new Outcome.Failed("x"));
    Lease second = at.claimLater().lease();
    at.write(second, 0, "c\n");
    try (LogReader reader = at.elsewhere.reader(id, 0, first.fence() + ":2")) {
      assertThat(reader.next(LONG)).isEqualTo(new News.Text(1, first.fence() + ":4", "b\n"));
      assertThat(reader.next(LONG)).isEqualTo(new News.Over());
    }
  }

  @Test
  void aServerThatGoesSendsItsReadersElsewhere() {
    UUID id = at.submit();
    at.claim();
    try (LogReader reader = at.logs.reader(id, 0, null)) {
      var heard = next(reader);
      at.logs.release();
      assertThatThrownBy(heard::join).hasCauseInstanceOf(RejectedExecutionException.class);
    }
  }

  @Test
  void whoStopsListeningIsToldNothingMore() {
    UUID id = at.submit();
    at.claim();
    LogReader reader = at.logs.reader(id, 0, null);
    var heard = next(reader);
    reader.close();
    assertThat(heard.join()).isEqualTo(new News.Over());
    assertThat(at.logs.poll()).isZero();
  }

  private static CompletableFuture<News> next(LogReader reader) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return reader.next(LONG);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
