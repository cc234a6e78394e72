package dev.pulse.server.run;

import static dev.pulse.server.run.Workshop.awaiting;
import static dev.pulse.server.run.Workshop.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Graphs of jobs: how they start, go on, fail, end, and start over (N1, N2, N10, N11). */
class RunsTest {
  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void aChainRunsOneNodeAfterTheOther() {
    UUID run = shop.chain(job("a"), job("b"), job("c"));
    assertThat(shop.nodes(run)).isEqualTo("a ready, b pending, c pending");
    Assignment a = shop.claim();
    assertThat(a.name()).isEqualTo("a");
    assertThat(shop.node(run, "a").status()).isEqualTo(NodeStatus.RUNNING);
    assertThat(shop.done(a, "{\"n\":9007199254740993}"))
        .isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
    assertThat(shop.nodes(run)).isEqualTo("a completed, b ready, c pending");
    assertThat(shop.node(run, "a").result()).isEqualTo("{\"n\":9007199254740993}");
    shop.done(shop.claim(), null);
    Assignment c = shop.claim();
    shop.done(c, "\"end\"");
    Run ended = shop.run(run);
    assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(ended.closedAt()).isNotNull();
    assertThat(shop.jobs().find(c.id()).orElseThrow().origin())
        .isEqualTo(new NewJob.Origin(null, run, "c"));
  }

  @Test
  void everyStepIsAnEventNumberedWithoutGaps() {
    UUID run = shop.chain(job("a"), job("b"));
    shop.done(shop.claim(), null);
    shop.done(shop.claim(), null);
    assertThat(shop.events(run))
        .containsExactly(
            "run.started",
            "node.ready a",
            "node.completed a",
            "node.ready b",
            "node.completed b",
            "run.completed");
    assertThat(shop.runs().events(run, 0, 100))
        .extracting(RunEvent::number)
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(shop.runs().events(run, 4, 100)).hasSize(2);
    assertThat(shop.runs().events(run, 0, 3)).hasSize(3);
  }

  @Test
  void branchesRunSideBySideAndMeetAgain() {
    UUID run = shop.start(job("a"), job("b", "a"), job("c", "a"), job("d", "b", "c"));
    shop.done(shop.claim(), null);
    List<Assignment> both = shop.claim(5);
    assertThat(both).extracting(Assignment::name).containsExactlyInAnyOrder("b", "c");
    shop.done(both.get(0), null);
    assertThat(shop.claim(5)).as("d comes after both").isEmpty();
    shop.done(both.get(1), null);
    shop.done(shop.claim(), null);
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void theEndsOfBothBranchesInOneBatchStartWhatFollowsOnce() {
    UUID run = shop.start(job("a"), job("b"), job("c", "a", "b"));
    List<Assignment> both = shop.claim(5);
    shop.jobs()
        .report(
            both.stream()
                .map(
                    each ->
                        new dev.pulse.server.job.Report(each.lease(), new Outcome.Succeeded(null)))
                .toList());
    shop.done(shop.claim(), null);
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aFailedNodeFailsTheRunAfterItsAttemptsAndLaterNodesAreSkipped() {
    NewJob twice =
        NewJob.named("a")
            .but()
            .maxAttempts(2)
            .backoff(
                new dev.pulse.server.job.Backoff.Exponential(Duration.ZERO, 1, Duration.ZERO, 0))
            .build();
    UUID run =
        shop.chain(new NewNode("a", null, new NewNode.RunJob(twice)), job("b"), awaiting("c", "s"));
    shop.report(shop.claim(), new Outcome.Failed("once"));
    assertThat(shop.nodes(run)).isEqualTo("a ready, b pending, c pending");
    shop.jobs().promote(10, true);
    shop.report(shop.claim(), new Outcome.Failed("twice"));
    assertThat(shop.nodes(run)).isEqualTo("a failed, b skipped, c skipped");
    assertThat(shop.node(run, "a").error()).isEqualTo("twice");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void whatIsUnderWayWhenANodeFailsMayFinishAndIsKept() {
    UUID run = shop.start(job("a"), job("b"), job("c", "b"), awaiting("d", "s"));
    List<Assignment> both = shop.claim(5);
    shop.report(both.get(0), new Outcome.FailedForGood("no"));
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(shop.nodes(run)).isEqualTo("a failed, b running, c skipped, d waiting");
    shop.done(both.get(1), "1");
    assertThat(shop.nodes(run)).isEqualTo("a failed, b completed, c skipped, d canceled");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(shop.run(run).waits()).extracting(Wait::status).containsExactly(WaitStatus.CLOSED);
  }

  @Test
  void aRetryKeepsWhatWasCompletedAndStartsTheRestOver() {
    UUID run = shop.chain(job("a"), job("b"), job("c"));
    shop.done(shop.claim(), "1");
    shop.report(shop.claim(), new Outcome.FailedForGood("no"));
    Run retried = shop.runs().retry(run);
    assertThat(retried.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(retried.round()).isEqualTo(2);
    assertThat(shop.nodes(run)).isEqualTo("a completed, b ready, c pending");
    assertThat(shop.node(run, "b").error()).isNull();
    shop.done(shop.claim(), null);
    shop.done(shop.claim(), null);
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThatThrownBy(() -> shop.runs().retry(run))
        .isInstanceOf(RunRefused.class)
        .hasMessageContaining("is completed and cannot be retried");
  }

  @Test
  void aCancelClosesTheRunItsWaitsAndItsJobs() {
    UUID run = shop.start(job("a"), job("b"), awaiting("w", "s"), job("c", "a"));
    Assignment running = shop.claim(1).getFirst();
    Run canceled = shop.runs().cancel(run);
    assertThat(canceled.status()).isEqualTo(RunStatus.CANCELED);
    assertThat(shop.nodes(run)).isEqualTo("a canceled, b canceled, w canceled, c canceled");
    assertThat(canceled.waits()).extracting(Wait::status).containsExactly(WaitStatus.CLOSED);
    assertThat(shop.claim(5)).isEmpty();
    assertThat(shop.done(running, "1")).isEqualTo(new Ack.FencedOut());
    assertThat(shop.number("SELECT count(*) FROM pulse.run WHERE unwinding")).isZero();
    assertThatThrownBy(() -> shop.runs().cancel(run)).isInstanceOf(RunRefused.class);
  }

  @Test
  void aServerThatDiesBetweenACancelAndItsJobsLeavesThemToTheSweeper() {
    UUID run = shop.start(job("a"));
    shop.execute(
        """
        UPDATE pulse.run SET status = 'canceled', closed_at = now(), unwinding = true;
        UPDATE pulse.run_node SET status = 'canceled';
        """);
    assertThat(shop.runs().unwind(10)).isEqualTo(1);
    assertThat(shop.claim(5)).isEmpty();
    assertThat(shop.runs().unwind(10)).isZero();
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.CANCELED);
  }

  @Test
  void aNodesJobThatIsCanceledFailsTheRun() {
    UUID run = shop.chain(job("a"), job("b"));
    shop.jobs().cancel(shop.node(run, "a").jobId());
    assertThat(shop.nodes(run)).isEqualTo("a canceled, b skipped");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.FAILED);
    UUID running = shop.chain(job("a"), job("b"));
    shop.claim();
    shop.jobs().cancel(shop.node(running, "a").jobId());
    assertThat(shop.run(running).status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void aDeadNodesJobThatIsRetriedTakesItsRunAlong() {
    UUID run = shop.start(job("a"), job("b"), job("c", "a", "b"));
    List<Assignment> both = shop.claim(5);
    both.forEach(each -> shop.report(each, new Outcome.FailedForGood("no")));
    shop.jobs().retry(both.get(0).id());
    assertThat(shop.nodes(run)).isEqualTo("a ready, b ready, c pending");
    assertThatThrownBy(() -> shop.jobs().retry(both.get(1).id()))
        .as("its node has a new job by now")
        .isInstanceOf(JobRefused.class);
    assertThat(shop.claim(5)).extracting(Assignment::name).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aLostWorkersNodeGoesTheRetryPath() {
    UUID run = shop.chain(job("a"), job("b"));
    Assignment lost = shop.claim();
    shop.jobs().gone(lost.lease().worker());
    assertThat(shop.jobs().reap()).isEqualTo(1);
    assertThat(shop.nodes(run)).isEqualTo("a ready, b pending");
    assertThat(shop.done(lost, "1")).isEqualTo(new Ack.FencedOut());
    assertThat(shop.nodes(run)).isEqualTo("a ready, b pending");
  }

  @Test
  void theLastAttemptsLossFailsTheNode() {
    NewJob once = NewJob.named("a").but().maxAttempts(1).build();
    UUID run = shop.chain(new NewNode("a", null, new NewNode.RunJob(once)), job("b"));
    shop.jobs().gone(shop.claim().lease().worker());
    shop.jobs().reap();
    assertThat(shop.nodes(run)).isEqualTo("a failed, b skipped");
  }

  @Test
  void anIdOfTheCallersMakesStartingIdempotent() {
    var wanted = new NewRun(UUID.randomUUID(), "mine", List.of(job("a")));
    assertThat(shop.runs().start(wanted)).isEqualTo(new Started(wanted.id(), false));
    assertThat(shop.runs().start(wanted)).isEqualTo(new Started(wanted.id(), true));
    assertThat(shop.claim(5)).hasSize(1);
  }

  @Test
  void whatIsNoGraphIsRefused() {
    refused("two nodes a", job("a"), job("a"));
    refused("after x, which is no node", job("a", "x"));
    refused("circle", job("a", "b"), job("b", "a"));
    refused("circle", job("a", "a"));
    refused("1 to 1000 nodes");
    assertThatThrownBy(() -> job("")).hasMessageContaining("1 to 200 characters");
    assertThatThrownBy(() -> new NewNode.RunJob(NewJob.named("j").but().uniqueKey("k").build()))
        .hasMessageContaining("no unique_key");
    assertThat(shop.number("SELECT count(*) FROM pulse.run")).isZero();
  }

  private static void refused(String why, NewNode... nodes) {
    assertThatThrownBy(() -> new NewRun(null, "n", Arrays.asList(nodes)))
        .isInstanceOf(RunRefused.class)
        .hasMessageContaining(why);
  }

  @Test
  void aJobsOwnPolicyIsKeptForWhenItsNodeIsReady() {
    NewJob picky =
        NewJob.named("b")
            .but()
            .topic("other")
            .priority(7)
            .maxAttempts(3)
            .limits(List.of("x", "y"))
            .args("{ \"A\":1.0, \"n\":9007199254740993 }")
            .backoff(
                new dev.pulse.server.job.Backoff.Exponential(
                    Duration.ofMillis(1500), 2.5, Duration.ofHours(1), 0.25))
            .delay(Duration.ofMinutes(5))
            .build();
    UUID run = shop.chain(job("a"), new NewNode("b", null, new NewNode.RunJob(picky)));
    shop.done(shop.claim(), null);
    var kept = shop.jobs().find(shop.node(run, "b").jobId()).orElseThrow();
    assertThat(kept.topic()).isEqualTo("other");
    assertThat(kept.priority()).isEqualTo(7);
    assertThat(kept.maxAttempts()).isEqualTo(3);
    assertThat(Set.copyOf(kept.limits())).isEqualTo(Set.of("x", "y"));
    assertThat(kept.args()).isEqualTo("{ \"A\":1.0, \"n\":9007199254740993 }");
    assertThat(kept.status()).isEqualTo(JobStatus.SCHEDULED);
    assertThat(
            shop.number(
                "SELECT (backoff->>'base_ms')::int FROM pulse.job WHERE id = '" + kept.id() + "'"))
        .isEqualTo(1500);
  }

  @Test
  void aClosedRunIsForgottenAfterItsRetention() {
    UUID old = shop.start(job("a"));
    shop.done(shop.claim(), null);
    UUID open = shop.start(job("a"));
    assertThat(shop.runs().prune(10)).isZero();
    shop.execute("UPDATE pulse.run SET closed_at = closed_at - interval '8 days'");
    assertThat(shop.runs().prune(10)).isEqualTo(1);
    assertThat(shop.runs().find(old)).isEmpty();
    assertThat(shop.runs().events(old, 0, 10)).isEmpty();
    assertThat(shop.runs().find(open)).isPresent();
  }

  @Test
  void runsAreListedByStatusAndNamePageByPage() {
    for (int i = 0; i < 5; i++) {
      shop.start(job("a"));
    }
    UUID other = shop.runs().start(new NewRun(null, "other", List.of(awaiting("w", "s")))).id();
    var first = shop.runs().list(new RunFilter(null, null), 4, null);
    var second = shop.runs().list(new RunFilter(null, null), 4, first.next());
    assertThat(first.items().getFirst().id()).isEqualTo(other);
    assertThat(first.items()).hasSize(4);
    assertThat(second.items()).hasSize(2);
    assertThat(second.next()).isNull();
    assertThat(shop.runs().list(new RunFilter(RunStatus.WAITING, null), 10, null).items())
        .extracting(Run::id)
        .containsExactly(other);
    assertThat(shop.runs().list(new RunFilter(null, "test"), 10, null).items()).hasSize(5);
    assertThat(shop.runs().list(new RunFilter(RunStatus.RUNNING, "other"), 10, null).items())
        .isEmpty();
    assertThatThrownBy(() -> shop.runs().list(new RunFilter(null, null), 4, "junk"))
        .hasMessageContaining("cursor");
  }
}
