package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.JobRefused.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One job at a time through every verb of the kernel: J1 to J12. */
class JobsTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void aSubmittedJobIsPendingAndKeepsWhatItWasGiven() {
    String args = "{ \"n\":9007199254740993, \"ä\":\"\\u0000?\", \"A\":1,\"a\":2 }";
    UUID id =
        kernel.submit(NewJob.named("email").but().args(args).priority(7).maxAttempts(3).build());
    Job job = kernel.job(id);
    assertThat(job.status()).isEqualTo(JobStatus.PENDING);
    assertThat(job.args()).isEqualTo(args);
    assertThat(job.priority()).isEqualTo(7);
    assertThat(job.maxAttempts()).isEqualTo(3);
    assertThat(job.topic()).isEqualTo("default");
    assertThat(id.version()).isEqualTo(7);
    Assignment assignment = kernel.claimOne(kernel.worker("w"));
    assertThat(assignment.args()).isEqualTo(args);
    assertThat(assignment.id()).isEqualTo(id);
  }

  @Test
  void claimsGoByPriorityThenFirstComeFirstServed() {
    var ids = new UUID[6];
    int[] priorities = {0, 5, 0, -5, 5, 0};
    for (int at = 0; at < 6; at++) {
      ids[at] = kernel.submit(NewJob.named("j").but().priority(priorities[at]).build());
    }
    assertThat(kernel.claim(kernel.worker("w"), 10))
        .extracting(Assignment::id)
        .containsExactly(ids[1], ids[4], ids[0], ids[2], ids[5], ids[3]);
  }

  @Test
  void anUrgentJobOvertakesEvenWhenTheMarkHasMovedOn() {
    long worker = kernel.worker("w");
    IntStream.range(0, 4).forEach(_ -> kernel.submit("plain"));
    kernel.claim(worker, 2);
    UUID urgent = kernel.submit(NewJob.named("urgent").but().priority(9).build());
    assertThat(kernel.claimOne(worker).id()).isEqualTo(urgent);
  }

  @Test
  void aMarkOnAnotherServerIsOvercomeByAScanFromTheStart() {
    Jobs other = kernel.fresh();
    long worker = kernel.worker("w");
    IntStream.range(0, 3).forEach(_ -> kernel.submit("plain"));
    assertThat(other.claim("default", new long[] {worker, worker}, false)).hasSize(2);
    UUID urgent = kernel.submit(NewJob.named("urgent").but().priority(9).build());
    assertThat(other.claim("default", new long[] {worker}, false).getFirst().id())
        .isNotEqualTo(urgent);
    assertThat(other.claim("default", new long[] {worker}, true).getFirst().id()).isEqualTo(urgent);
  }

  @Test
  void successCompletesWithTheResult() {
    UUID id = kernel.submit("j");
    Assignment assignment = kernel.claimOne(kernel.worker("w"));
    assertThat(kernel.job(id).lockedBy()).isEqualTo("w");
    assertThat(kernel.job(id).leaseUntil()).isAfter(kernel.job(id).startedAt());
    assertThat(kernel.report(assignment, new Outcome.Succeeded("{\"ok\":1e400}")))
        .isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
    Job job = kernel.job(id);
    assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(job.result()).isEqualTo("{\"ok\":1e400}");
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.finishedAt()).isNotNull();
    assertThat(kernel.history(id)).containsExactly("1 SUCCEEDED");
  }

  @Test
  void failureRetriesAfterAttemptsSquaredSecondsAndThenDies() {
    UUID id = kernel.submit(NewJob.named("j").but().maxAttempts(3).build());
    long worker = kernel.worker("w");
    for (int attempt = 1; attempt <= 2; attempt++) {
      Assignment assignment = kernel.claimOne(worker);
      assertThat(assignment.attempt()).isEqualTo(attempt);
      assertThat(kernel.report(assignment, new Outcome.Failed("boom " + attempt)))
          .isEqualTo(new Ack.Recorded(JobStatus.RETRYING));
      Job job = kernel.job(id);
      assertThat(job.lastError()).isEqualTo("boom " + attempt);
      Duration wait = Duration.between(ended(id), job.nextRunAt());
      assertThat(wait).isEqualTo(Duration.ofSeconds((long) attempt * attempt));
      assertThat(kernel.advanceAndPromote(wait.minusMillis(500))).isZero();
      assertThat(kernel.advanceAndPromote(Duration.ofMillis(500))).isOne();
    }
    assertThat(kernel.report(kernel.claimOne(worker), new Outcome.Failed("boom 3")))
        .isEqualTo(new Ack.Recorded(JobStatus.DEAD_LETTERED));
    Job dead = kernel.job(id);
    assertThat(dead.status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(dead.lastError()).isEqualTo("boom 3");
    assertThat(dead.attempts()).isEqualTo(3);
    assertThat(kernel.history(id)).containsExactly("1 FAILED", "2 FAILED", "3 FAILED");
  }

  @Test
  void aJobsOwnBackoffIsUsed() {
    var backoff = new Backoff.Exponential(Duration.ofSeconds(10), 3, Duration.ofSeconds(60), 0);
    UUID id = kernel.submit(NewJob.named("j").but().backoff(backoff).build());
    long worker = kernel.worker("w");
    for (int wait : new int[] {10, 30, 60, 60}) {
      kernel.report(kernel.claimOne(worker), new Outcome.Failed("x"));
      assertThat(Duration.between(ended(id), kernel.job(id).nextRunAt()))
          .isEqualTo(Duration.ofSeconds(wait));
      kernel.advanceAndPromote(Duration.ofSeconds(wait));
    }
  }

  @Test
  void failingForGoodUsesNoFurtherAttempt() {
    UUID id = kernel.submit("j");
    kernel.report(kernel.claimOne(kernel.worker("w")), new Outcome.FailedForGood("no"));
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(kernel.history(id)).containsExactly("1 FAILED_FOR_GOOD");
  }

  @Test
  void snoozingUsesNoAttempt() {
    UUID id = kernel.submit(NewJob.named("j").but().maxAttempts(1).build());
    long worker = kernel.worker("w");
    for (int round = 0; round < 5; round++) {
      Assignment assignment = kernel.claimOne(worker);
      assertThat(assignment.attempt()).isOne();
      assertThat(assignment.lease().fence()).isEqualTo(round + 1);
      kernel.report(assignment, new Outcome.Snoozed(Duration.ofMinutes(1)));
      assertThat(kernel.job(id).status()).isEqualTo(JobStatus.SCHEDULED);
      kernel.advanceAndPromote(Duration.ofMinutes(1));
    }
    kernel.report(kernel.claimOne(worker), new Outcome.Succeeded(null));
    assertThat(kernel.job(id).attempts()).isOne();
    assertThat(kernel.job(id).result()).isNull();
  }

  @Test
  void aDelayedJobIsScheduledUntilItIsDue() {
    UUID later = kernel.submit(NewJob.named("j").but().delay(Duration.ofMinutes(5)).build());
    UUID at =
        kernel.submit(
            NewJob.named("j").but().due(new NewJob.Due.At(Instant.now().plusSeconds(60))).build());
    UUID past =
        kernel.submit(
            NewJob.named("j").but().due(new NewJob.Due.At(Instant.now().minusSeconds(60))).build());
    assertThat(kernel.job(later).status()).isEqualTo(JobStatus.SCHEDULED);
    assertThat(kernel.job(past).status()).isEqualTo(JobStatus.PENDING);
    assertThat(kernel.jobs().promote(100, true)).isZero();
    assertThat(kernel.jobs().untilNextDue().orElseThrow())
        .isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
    assertThat(kernel.advanceAndPromote(Duration.ofSeconds(61))).isOne();
    assertThat(kernel.job(at).status()).isEqualTo(JobStatus.PENDING);
    assertThat(kernel.job(later).status()).isEqualTo(JobStatus.SCHEDULED);
  }

  @Test
  void aSilentWorkersJobsGoTheRetryPath() {
    UUID id = kernel.submit("j");
    long silent = kernel.worker("silent");
    Assignment lost = kernel.claimOne(silent);
    assertThat(kernel.jobs().reap()).isZero();
    kernel.advance(Duration.ofSeconds(20));
    assertThat(kernel.jobs().beat(new long[] {silent})).containsExactly(silent);
    kernel.advance(Duration.ofSeconds(20));
    assertThat(kernel.jobs().reap()).isZero();
    kernel.advance(Duration.ofSeconds(20));
    assertThat(kernel.jobs().beat(new long[] {silent})).isEmpty();
    assertThat(kernel.jobs().reap()).isOne();
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.RETRYING);
    assertThat(kernel.job(id).lastError()).contains("lease lapsed");
    kernel.advanceAndPromote(Duration.ofSeconds(1));
    Assignment again = kernel.claimOne(kernel.worker("next"));
    assertThat(again.attempt()).isEqualTo(lost.attempt() + 1);
  }

  @Test
  void aJobOfAWorkerLongGoneIsReapedWheneverAServerLooks() {
    UUID id = kernel.submit("j");
    long worker = kernel.worker("w");
    kernel.claimOne(worker);
    kernel.execute("UPDATE pulse.worker SET gone_at = now() - interval '30 days'");
    kernel.jobs().prune(100);
    assertThat(kernel.fresh().reap()).isOne();
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.RETRYING);
    kernel.jobs().prune(100);
    assertThat(kernel.number("SELECT count(*) FROM pulse.worker")).isZero();
  }

  @Test
  void aZombiesResultNeverChangesItsSuccessor() {
    UUID id = kernel.submit("j");
    Assignment lost = reapedLease();
    Assignment next = kernel.claimOne(kernel.worker("next"));
    for (Outcome late :
        List.of(
            new Outcome.Succeeded("\"expensive\""),
            new Outcome.Failed("x"),
            new Outcome.FailedForGood("x"),
            new Outcome.Snoozed(Duration.ofDays(1)))) {
      assertThat(kernel.report(lost, late)).isEqualTo(new Ack.FencedOut());
    }
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.RUNNING);
    assertThat(kernel.job(id).lockedBy()).isEqualTo("next");
    assertThat(kernel.jobs().lost(List.of(lost.lease(), next.lease())))
        .containsExactly(lost.lease());
    assertThat(kernel.jobs().beat(new long[] {lost.lease().worker()})).isEmpty();
    kernel.report(next, new Outcome.Succeeded("1"));
    assertThat(kernel.report(lost, new Outcome.Failed("x"))).isEqualTo(new Ack.FencedOut());
    assertThat(kernel.job(id).result()).isEqualTo("1");
    AttemptRecord first = kernel.jobs().attempts(id).getFirst();
    assertThat(first.outcome()).isEqualTo("LOST");
    assertThat(first.late().outcome()).isEqualTo("SUCCEEDED");
    assertThat(first.late().result()).isEqualTo("\"expensive\"");
  }

  @Test
  void aStolenLeaseOfTheRightJobIsRefused() {
    kernel.submit("j");
    Lease lease = kernel.claimOne(kernel.worker("w")).lease();
    long other = kernel.worker("other");
    for (Lease wrong :
        List.of(
            new Lease(lease.job(), other, lease.fence()),
            new Lease(lease.job(), lease.worker(), lease.fence() + 1),
            new Lease(lease.job() + 1, lease.worker(), lease.fence()))) {
      assertThat(kernel.report(wrong, new Outcome.Succeeded(null))).isEqualTo(new Ack.FencedOut());
      assertThat(kernel.report(wrong, new Outcome.Failed("x"))).isEqualTo(new Ack.FencedOut());
    }
    assertThat(kernel.report(lease, new Outcome.Succeeded(null)))
        .isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
  }

  @Test
  void aReportThatIsRepeatedIsAnsweredAsBefore() {
    kernel.submit(NewJob.named("j").but().maxAttempts(2).build());
    kernel.submit("k");
    long worker = kernel.worker("w");
    List<Assignment> both = kernel.claim(worker, 2);
    for (int round = 0; round < 3; round++) {
      assertThat(kernel.report(both.get(0), new Outcome.Failed("x")))
          .isEqualTo(new Ack.Recorded(JobStatus.RETRYING));
      assertThat(kernel.report(both.get(1), new Outcome.Succeeded("2")))
          .isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
    }
  }

  @Test
  void aReconnectedWorkerKeepsItsLeasesUnderANewNumber() {
    UUID kept = kernel.submit("kept");
    UUID undelivered = kernel.submit("undelivered");
    long before = kernel.worker("w");
    List<Assignment> both = kernel.claim(before, 2);
    long after = kernel.worker("w");
    List<Kept> adopted = kernel.jobs().adopt(after, List.of(both.getFirst().lease()));
    Lease old = both.getFirst().lease();
    assertThat(adopted)
        .containsExactly(new Kept(new Lease(old.job(), after, old.fence()), kept, "default"));
    assertThat(kernel.jobs().leave(before, "somebody else")).isZero();
    assertThat(kernel.jobs().leave(before, "w")).isOne();
    assertThat(kernel.job(undelivered).status()).isEqualTo(JobStatus.PENDING);
    assertThat(kernel.job(undelivered).attempts()).isZero();
    assertThat(kernel.job(kept).status()).isEqualTo(JobStatus.RUNNING);
    assertThat(kernel.report(adopted.getFirst().lease(), new Outcome.Succeeded(null)))
        .isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
  }

  @Test
  void cancelTakesAJobFromWhereverItWaits() {
    UUID pending = kernel.submit("j");
    UUID scheduled = kernel.submit(NewJob.named("j").but().delay(Duration.ofDays(1)).build());
    for (UUID id : List.of(pending, scheduled)) {
      assertThat(kernel.jobs().cancel(id)).isEmpty();
      assertThat(kernel.job(id).status()).isEqualTo(JobStatus.CANCELED);
      assertThatThrownBy(() -> kernel.jobs().cancel(id))
          .isInstanceOfSatisfying(
              JobRefused.class, e -> assertThat(e.reason()).isEqualTo(Reason.ILLEGAL_TRANSITION))
          .hasMessageContaining("is CANCELED");
    }
    assertThat(kernel.claim(kernel.worker("w"), 5)).isEmpty();
  }

  @Test
  void aCanceledRunningJobIsNotBroughtBackByItsResult() {
    UUID id = kernel.submit("j");
    Assignment assignment = kernel.claimOne(kernel.worker("w"));
    assertThat(kernel.jobs().cancel(id)).contains(assignment.lease());
    assertThat(kernel.report(assignment, new Outcome.Succeeded("1")))
        .isEqualTo(new Ack.FencedOut());
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.CANCELED);
    assertThat(kernel.jobs().attempts(id).getFirst().late().result()).isEqualTo("1");
  }

  @Test
  void aDeadLetterStartsOverAndKeepsItsHistory() {
    UUID id = kernel.submit(NewJob.named("j").but().maxAttempts(1).build());
    long worker = kernel.worker("w");
    kernel.report(kernel.claimOne(worker), new Outcome.Failed("first life"));
    kernel.jobs().retry(id);
    assertThat(kernel.job(id).attempts()).isZero();
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.PENDING);
    Assignment again = kernel.claimOne(worker);
    assertThat(again.attempt()).isOne();
    assertThat(again.lease().fence()).isEqualTo(2);
    kernel.report(again, new Outcome.Succeeded(null));
    assertThat(kernel.history(id)).containsExactly("1 FAILED", "1 SUCCEEDED");
    assertThatThrownBy(() -> kernel.jobs().retry(id))
        .isInstanceOf(JobRefused.class)
        .hasMessageContaining("is COMPLETED and cannot be retried");
  }

  @Test
  void manyDeadLettersAreRetriedOrPurgedByNameTopicAndTime() {
    long worker = kernel.worker("w");
    for (int at = 0; at < 30; at++) {
      kernel.submit(NewJob.named(at % 3 == 0 ? "a" : "b").but().maxAttempts(1).build());
    }
    for (Assignment assignment : kernel.claim(worker, 30)) {
      kernel.report(assignment, new Outcome.Failed("x"));
    }
    var future = new DeadFilter(null, null, Instant.now().plusSeconds(60), null);
    assertThat(kernel.jobs().retryDead(future).jobs()).isZero();
    assertThat(kernel.jobs().retryDead(new DeadFilter("a", null, null, null)).jobs()).isEqualTo(10);
    assertThat(kernel.jobs().purgeDead(new DeadFilter(null, "other", null, null)).jobs()).isZero();
    assertThat(kernel.jobs().purgeDead(DeadFilter.ALL).jobs()).isEqualTo(20);
    assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isEqualTo(10);
    assertThat(kernel.number("SELECT count(*) FROM pulse.attempt")).isEqualTo(10);
    assertThat(kernel.claim(worker, 50)).hasSize(10);
  }

  @Test
  void aUniqueKeyIsHeldUntilTheJobIsFinished() {
    NewJob keyed = NewJob.named("j").but().uniqueKey("k").maxAttempts(1).build();
    UUID first = kernel.submit(keyed);
    assertThat(kernel.jobs().submit(keyed)).isEqualTo(new Submitted(first, true));
    long worker = kernel.worker("w");
    Assignment assignment = kernel.claimOne(worker);
    assertThat(kernel.jobs().submit(keyed)).isEqualTo(new Submitted(first, true));
    kernel.report(assignment, new Outcome.Succeeded(null));
    Submitted second = kernel.jobs().submit(keyed);
    assertThat(second.existing()).isFalse();
    kernel.report(kernel.claimOne(worker), new Outcome.Failed("dead"));
    Submitted third = kernel.jobs().submit(keyed);
    assertThat(third.existing()).isFalse();
    assertThatThrownBy(() -> kernel.jobs().retry(second.id()))
        .isInstanceOfSatisfying(
            JobRefused.class, e -> assertThat(e.reason()).isEqualTo(Reason.KEY_HELD));
    kernel.jobs().cancel(third.id());
    kernel.jobs().retry(second.id());
    assertThat(kernel.jobs().submit(keyed)).isEqualTo(new Submitted(second.id(), true));
    assertThat(kernel.number("SELECT count(*) FROM pulse.held_key")).isOne();
  }

  @Test
  void anIdOfTheCallersChoiceMakesASubmitIdempotent() {
    UUID id = UUID.randomUUID();
    NewJob job = NewJob.named("j").but().id(id).build();
    assertThat(kernel.jobs().submit(job)).isEqualTo(new Submitted(id, false));
    assertThat(kernel.jobs().submit(job)).isEqualTo(new Submitted(id, true));
    NewJob fresh = NewJob.named("k");
    List<Submitted> mixed = kernel.jobs().submit(List.of(fresh, job, fresh, job));
    assertThat(mixed).extracting(Submitted::existing).containsExactly(false, true, false, true);
    assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isEqualTo(3);
    assertThat(kernel.number("SELECT count(*) FROM pulse.ready")).isEqualTo(3);
  }

  @Test
  void agingLetsAnOldJobOvertakeANewUrgentOne() {
    UUID old = kernel.submit(NewJob.named("old").but().priority(0).build());
    kernel.execute("UPDATE pulse.job SET submitted_at = now() - interval '1 hour'");
    UUID urgent = kernel.submit(NewJob.named("urgent").but().priority(10).build());
    long worker = kernel.worker("w");
    assertThat(kernel.claimOne(worker).id()).isEqualTo(urgent);
    kernel.jobs().leave(worker, "w");
    kernel.jobs().aging("default", Duration.ofMinutes(5));
    assertThat(kernel.claimOne(kernel.worker("w2")).id()).isEqualTo(old);
    assertThat(kernel.jobs().cancel(urgent)).isEmpty();
    UUID fresh = kernel.submit(NewJob.named("fresh").but().priority(10).build());
    UUID plain = kernel.submit("plain");
    kernel.jobs().aging("default", null);
    assertThat(kernel.claim(kernel.worker("w3"), 5))
        .extracting(Assignment::id)
        .containsExactly(fresh, plain);
  }

  @Test
  void whatWasSubmittedBeforeAnotherServersAgingWasHeardOfIsPutRight() {
    String misplaced =
        """
        SELECT count(*) FROM pulse.job j JOIN pulse.ready q USING (seq)
        WHERE j.lane <> q.lane
          OR q.lane <> pulse.lane_of(j.priority, interval '5 minutes', j.submitted_at)
        """;
    kernel.fresh().aging("default", Duration.ofMinutes(5));
    kernel.submit("before");
    assertThat(kernel.number(misplaced)).isEqualTo(1);
    assertThat(kernel.jobs().followAging()).isEqualTo(1);
    kernel.submit("after");
    assertThat(kernel.number(misplaced)).isZero();
    assertThat(kernel.jobs().followAging()).as("nothing is new").isZero();
    assertThat(kernel.fresh().aging()).containsEntry("default", Duration.ofMinutes(5));
    kernel.jobs().aging("default", null);
  }

  @Test
  void finishedJobsAndTheirHistoryAreForgottenAfterTheRetention() {
    UUID old = kernel.submit("j");
    UUID fresh = kernel.submit("j");
    UUID alive = kernel.submit("j");
    long worker = kernel.worker("w");
    for (Assignment assignment : kernel.claim(worker, 3)) {
      kernel.report(assignment, new Outcome.Failed("x"));
    }
    kernel.advanceAndPromote(Duration.ofSeconds(5));
    for (Assignment assignment : kernel.claim(worker, 2)) {
      kernel.report(assignment, new Outcome.Succeeded(null));
    }
    kernel.execute(
        """
        UPDATE pulse.finished SET finished_at = now() - interval '8 days'
        WHERE seq = (SELECT min(seq) FROM pulse.job)
        """);
    assertThat(kernel.jobs().prune(100)).isEqualTo(1);
    assertThat(kernel.jobs().find(old)).isEmpty();
    assertThat(kernel.jobs().attempts(old)).isEmpty();
    assertThat(kernel.job(fresh).status()).isEqualTo(JobStatus.COMPLETED);
    kernel.execute("UPDATE pulse.attempt SET ended_at = now() - interval '8 days'");
    assertThat(kernel.jobs().prune(100)).isEqualTo(2);
    assertThat(kernel.job(alive).status()).isEqualTo(JobStatus.PENDING);
    assertThat(kernel.jobs().prune(100)).isZero();
  }

  @Test
  void listsPageThroughEveryStatus() {
    long worker = kernel.worker("w");
    for (int at = 0; at < 25; at++) {
      kernel.submit(NewJob.named("j" + at % 2).but().maxAttempts(1).build());
    }
    List<Assignment> claimed = kernel.claim(worker, 15);
    for (int at = 0; at < 10; at++) {
      kernel.report(
          claimed.get(at), at < 5 ? new Outcome.Succeeded(null) : new Outcome.Failed("x"));
    }
    for (int at = 0; at < 5; at++) {
      kernel.submit(NewJob.named("late").but().delay(Duration.ofHours(at + 1)).build());
    }
    assertThat(everyPage(JobFilter.ANY)).hasSize(30);
    for (JobStatus status :
        List.of(
            JobStatus.COMPLETED, JobStatus.DEAD_LETTERED, JobStatus.RUNNING, JobStatus.SCHEDULED)) {
      assertThat(everyPage(new JobFilter(null, null, status)))
          .hasSize(5)
          .allMatch(job -> job.status() == status);
    }
    assertThat(everyPage(new JobFilter("default", null, JobStatus.PENDING))).hasSize(10);
    assertThat(everyPage(new JobFilter(null, "j0", null))).hasSize(13);
    assertThat(everyPage(new JobFilter("nowhere", null, JobStatus.PENDING))).isEmpty();
    assertThat(kernel.jobs().counts())
        .contains(
            new TopicCount("default", JobStatus.PENDING, 10, false),
            new TopicCount("default", JobStatus.RUNNING, 5, false),
            new TopicCount("default", JobStatus.SCHEDULED, 5, false),
            new TopicCount("default", JobStatus.DEAD_LETTERED, 5, false));
  }

  @Test
  void explainNamesTheReason() {
    UUID scheduled = kernel.submit(NewJob.named("j").but().delay(Duration.ofDays(1)).build());
    UUID first = kernel.submit("j");
    UUID second = kernel.submit("j");
    assertThat(codes(scheduled)).containsExactly("not_due");
    assertThat(codes(first)).containsExactly("no_worker");
    assertThat(codes(second)).containsExactly("no_worker", "behind");
    kernel
        .jobs()
        .register(new NewWorker("else", List.of("default"), List.of("k"), Duration.ofSeconds(30)));
    assertThat(codes(first)).containsExactly("no_handler");
    long worker = kernel.worker("w");
    assertThat(codes(first)).containsExactly("next");
    Assignment assignment = kernel.claimOne(worker);
    assertThat(codes(first)).containsExactly("running");
    kernel.report(assignment, new Outcome.Failed("x"));
    assertThat(codes(first)).containsExactly("retrying");
    kernel.jobs().cancel(first);
    assertThat(codes(first)).containsExactly("finished");
    assertThatThrownBy(() -> kernel.jobs().explain(UUID.randomUUID()))
        .isInstanceOf(JobRefused.class);
  }

  private List<String> codes(UUID id) {
    return kernel.jobs().explain(id).reasons().stream().map(Explanation.Reason::code).toList();
  }

  private static List<Job> everyPage(JobFilter filter) {
    var all = new java.util.ArrayList<Job>();
    String cursor = null;
    do {
      Page<Job> page = kernel.jobs().list(filter, 3, cursor);
      all.addAll(page.items());
      cursor = page.next();
    } while (cursor != null);
    assertThat(all).doesNotHaveDuplicates();
    return all;
  }

  private static Instant ended(UUID id) {
    return kernel.jobs().attempts(id).getLast().endedAt();
  }

  /** A claimed job whose worker fell silent; it is ready again. */
  private static Assignment reapedLease() {
    Assignment lost = kernel.claimOne(kernel.worker("zombie"));
    kernel.advance(Duration.ofMinutes(1));
    assertThat(kernel.jobs().reap()).isOne();
    kernel.advanceAndPromote(Duration.ofSeconds(1));
    return lost;
  }

  /** J6: in whichever order they come, and with results and without among each other. */
  @Test
  void inOneBatchTheTrueReportIsToldFromTheZombies() {
    UUID id = kernel.submit(NewJob.named("noop"));
    Lease lost = reapedLease().lease();
    Lease held = kernel.claimOne(kernel.worker("true")).lease();
    UUID beside = kernel.submit(NewJob.named("noop"));
    Lease other = kernel.claimOne(kernel.worker("beside")).lease();
    List<Report> reports =
        List.of(
            new Report(other, new Outcome.Succeeded(null)),
            new Report(lost, new Outcome.Succeeded("\"zombie\"")),
            new Report(held, new Outcome.Succeeded("\"true\"")));
    assertThat(kernel.jobs().report(reports))
        .containsExactly(
            new Ack.Recorded(JobStatus.COMPLETED),
            new Ack.FencedOut(),
            new Ack.Recorded(JobStatus.COMPLETED));
    assertThat(kernel.jobs().find(id).orElseThrow().result()).isEqualTo("\"true\"");
    assertThat(kernel.jobs().find(beside).orElseThrow().result()).isNull();
  }

  @Test
  void aSearchLooksSoFarAndLeadsOn() {
    Jobs jobs = kernel.jobs();
    UUID rare = jobs.submit(NewJob.named("rare")).id();
    for (int done = 0; done < Listing.WINDOW; done += 1000) {
      jobs.submit(Collections.nCopies(1000, NewJob.named("frequent")));
    }
    for (JobStatus status : Arrays.asList(null, JobStatus.PENDING)) {
      var filter = new JobFilter(null, "rare", status);
      Page<Job> first = jobs.list(filter, 10, null);
      Page<Job> second = jobs.list(filter, 10, first.next());
      assertThat(first.next()).as("it looked at some, and there are more").isNotNull();
      assertThat(Stream.concat(first.items().stream(), second.items().stream()).map(Job::id))
          .containsExactly(rare);
      assertThat(second.next()).isNull();
    }
  }
}
