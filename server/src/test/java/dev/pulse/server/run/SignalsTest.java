package dev.pulse.server.run;

import static dev.pulse.server.run.Workshop.ANN;
import static dev.pulse.server.run.Workshop.awaiting;
import static dev.pulse.server.run.Workshop.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Waits and signals: suspend, arm, deliver, expire, and every answer there is (N3 to N10). */
class SignalsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void aSuspendedNodeGivesItsSlotBackAndADeliveryWakesItWithThePayload() {
    UUID run = shop.chain(job("draft"), job("review"), job("publish"));
    shop.done(shop.claim(), null);
    Assignment review = shop.claim();
    assertThat(shop.suspend(review, "approve")).isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(shop.nodes(run)).isEqualTo("draft completed, review waiting, publish pending");
    assertThat(shop.number("SELECT count(*) FROM pulse.running")).isZero();
    assertThat(shop.claim(5)).isEmpty();
    RunEvent suspended = shop.runs().events(run, 0, 100).getLast();
    assertThat(suspended.type()).isEqualTo("run.suspended");
    assertThat(suspended.waitId()).isEqualTo(shop.node(run, "review").waitId());

    String told = shop.deliver(run, "approve", "{\"n\":9007199254740993}");
    assertThat(told)
        .contains("\"payload\":{\"n\":9007199254740993}", suspended.waitId().toString());
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.RUNNING);
    Assignment woken = shop.claim();
    assertThat(woken.id())
        .as("a new job, so that id and attempt are new")
        .isNotEqualTo(review.id());
    assertThat(woken.name()).isEqualTo("review");
    assertThat(woken.context()).contains("\"payload\" : \"{\\\"n\\\":9007199254740993}\"");
    shop.done(woken, null);
    shop.done(shop.claim(), null);
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aWaitNodeNeedsNoWorkerAndItsResultIsThePayload() {
    UUID run = shop.chain(awaiting("gate", "go"), job("work"));
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.WAITING);
    shop.deliver(run, "go", "[1.0]");
    assertThat(shop.node(run, "gate").result()).isEqualTo("[1.0]");
    assertThat(shop.claim().context()).contains("\"gate\" : \"[1.0]\"");
  }

  @Test
  void aDuplicateIsANoOpThatReturnsTheOriginalToTheByteEvenAfterTheEnd() {
    UUID run = shop.chain(awaiting("gate", "go"));
    String first = shop.deliver(run, "go", "{\"a\": 1}");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(shop.deliver(run, "go", "{\"other\":2}")).isEqualTo(first);
    assertThat(shop.deliver(run, "go", null)).isEqualTo(first);
    Wait wait = shop.run(run).waits().getFirst();
    assertThat(wait.receipt().payload()).isEqualTo("{\"a\": 1}");
    assertThat(wait.receipt().deliveredBy()).isEqualTo("ann");
    assertThat(wait.receipt().via()).isEqualTo("api");
    assertThat(wait.receipt().payloadSha256()).hasSize(64);
    assertThat(first).contains(wait.receipt().payloadSha256());
  }

  @Test
  void anExplicitNullPayloadIsNotNoPayload() {
    UUID given = shop.chain(awaiting("gate", "go"), job("next"));
    UUID none = shop.chain(awaiting("gate", "go"), job("next"));
    assertThat(shop.deliver(given, "go", "null")).contains("\"payload\":null");
    assertThat(shop.deliver(none, "go", null)).doesNotContain("payload");
    assertThat(shop.node(given, "gate").result()).isEqualTo("null");
    assertThat(shop.node(none, "gate").result()).isNull();
    assertThat(shop.run(given).waits().getFirst().receipt().payload()).isEqualTo("null");
    assertThat(shop.run(none).waits().getFirst().receipt().payload()).isNull();
  }

  @Test
  void theMostSpecificRefusalWins() {
    UUID open = shop.chain(job("a"));
    refused(RunRefused.Reason.SIGNAL_NOT_AWAITED, open, "go");
    refused(RunRefused.Reason.RUN_NOT_FOUND, UUID.randomUUID(), "go");
    UUID closed = shop.chain(awaiting("gate", "go"));
    shop.runs().cancel(closed);
    refused(RunRefused.Reason.RUN_CLOSED, closed, "go");
    refused(RunRefused.Reason.RUN_CLOSED, closed, "never");
    UUID expired = shop.chain(awaiting("gate", "go"));
    shop.advance(HOUR);
    assertThat(shop.runs().expire(10)).isEqualTo(1);
    refused(RunRefused.Reason.SIGNAL_EXPIRED, expired, "go");
    assertThat(shop.run(expired).status()).isEqualTo(RunStatus.FAILED);
    assertThat(shop.node(expired, "gate").error()).startsWith("signal_expired");
  }

  private static void refused(RunRefused.Reason reason, UUID run, String signal) {
    assertThatThrownBy(() -> shop.deliver(run, signal, null))
        .isInstanceOfSatisfying(
            RunRefused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }

  @Test
  void theClockDecidesADeliveryThatIsLateEvenIfNoSweeperCame() {
    UUID run = shop.chain(awaiting("gate", "go"), job("next"));
    shop.advance(HOUR);
    refused(RunRefused.Reason.SIGNAL_EXPIRED, run, "go");
    assertThat(shop.nodes(run)).isEqualTo("gate failed, next skipped");
    assertThat(shop.runs().expire(10)).isZero();
  }

  @Test
  void aRetryAfterAnExpiryMakesAFreshWait() {
    UUID run = shop.chain(job("a"), awaiting("gate", "go"), job("b"));
    shop.done(shop.claim(), null);
    shop.advance(HOUR);
    shop.runs().expire(10);
    shop.runs().retry(run);
    assertThat(shop.nodes(run)).isEqualTo("a completed, gate waiting, b pending");
    shop.deliver(run, "go", null);
    assertThat(shop.nodes(run)).isEqualTo("a completed, gate completed, b ready");
    assertThat(shop.run(run).waits())
        .extracting(Wait::status)
        .containsExactly(WaitStatus.EXPIRED, WaitStatus.DELIVERED);
  }

  @Test
  void whatWasArmedAndDeliveredBeforeTheSuspendContinuesAtOnce() {
    UUID run = shop.chain(job("review"));
    Assignment first = shop.claim();
    var ask = new StageNote.Ask("approve", HOUR, "May I?", true);
    Wait armed = arm(first, ask);
    assertThat(arm(first, ask).id()).as("armed once").isEqualTo(armed.id());
    assertThat(armed.question()).isEqualTo("May I?");
    shop.deliver(run, "approve", "true");
    assertThat(shop.nodes(run)).isEqualTo("review running");
    shop.suspend(first, "approve");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.RUNNING);
    Assignment woken = shop.claim();
    assertThat(woken.context()).contains("\"status\" : \"delivered\"", "\"payload\" : \"true\"");
    shop.suspend(woken, "approve");
    assertThat(shop.run(run).status()).as("seen that one, asks anew").isEqualTo(RunStatus.WAITING);
    assertThat(shop.run(run).waits()).hasSize(2);
  }

  private static Wait arm(Assignment job, StageNote.Ask ask) {
    return shop.runs().arm(job.lease().job(), job.lease().fence(), ask);
  }

  @Test
  void onlyTheAttemptThatRunsMayArm() {
    UUID run = shop.chain(job("review"));
    Assignment job = shop.claim();
    var ask = new StageNote.Ask("approve", HOUR, null, true);
    assertThatThrownBy(() -> shop.runs().arm(job.lease().job(), job.lease().fence() + 1, ask))
        .isInstanceOf(RunRefused.class);
    shop.jobs().submit(NewJob.named("plain"));
    Assignment plain = shop.claim();
    assertThatThrownBy(() -> arm(plain, ask)).isInstanceOf(RunRefused.class);
    shop.done(job, null);
    assertThatThrownBy(() -> arm(job, ask)).isInstanceOf(RunRefused.class);
    assertThat(shop.run(run).waits()).isEmpty();
  }

  @Test
  void aNameMayBeUsedAgainAndAWaitIdTellsWhichIsMeant() {
    UUID run = shop.chain(awaiting("one", "ok"), awaiting("two", "ok"));
    UUID first = shop.node(run, "one").waitId();
    String answer = shop.deliver(run, "ok", "1");
    UUID second = shop.node(run, "two").waitId();
    assertThat(shop.runs().deliver(run, new Delivery("ok", "9", first, null, ANN)))
        .as("a late duplicate for the first does not answer the second")
        .isEqualTo(answer);
    assertThat(shop.node(run, "two").status()).isEqualTo(NodeStatus.WAITING);
    assertThatThrownBy(
            () -> shop.runs().deliver(run, new Delivery("ok", "9", UUID.randomUUID(), null, ANN)))
        .isInstanceOfSatisfying(
            RunRefused.class,
            e -> assertThat(e.reason()).isEqualTo(RunRefused.Reason.SIGNAL_NOT_AWAITED));
    assertThat(shop.runs().deliver(run, new Delivery("ok", "2", second, null, ANN)))
        .contains("\"payload\":2");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void anIdempotencyKeyTellsARepetitionFromTheNextAnswer() {
    UUID run = shop.chain(awaiting("one", "ok"), awaiting("two", "ok"));
    var keyed = new Delivery("ok", "1", null, "k1", ANN);
    String answer = shop.runs().deliver(run, keyed);
    assertThat(shop.runs().deliver(run, keyed)).isEqualTo(answer);
    assertThat(shop.nodes(run)).isEqualTo("one completed, two waiting");
    shop.runs().deliver(run, new Delivery("ok", "1", null, "k2", ANN));
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void twoNodesCannotWaitForTheSameName() {
    UUID run = shop.start(awaiting("one", "ok"), awaiting("two", "ok"));
    assertThat(shop.nodes(run)).isEqualTo("one canceled, two failed");
    assertThat(shop.node(run, "two").error()).contains("signal_taken");
  }

  @Test
  void anExpiryWakesAStageThatAskedForItAndFailsOneThatStaysAsleep() {
    UUID run = shop.chain(job("review"));
    shop.suspend(shop.claim(), "approve", HOUR, true);
    shop.advance(HOUR);
    shop.runs().expire(10);
    Assignment woken = shop.claim();
    assertThat(woken.context()).contains("\"status\" : \"expired\"");
    shop.suspend(woken, "approve", HOUR, true);
    assertThat(shop.nodes(run)).isEqualTo("review failed");
    assertThat(shop.node(run, "review").error()).startsWith("signal_expired");
  }

  @Test
  void aStageThatRetriesAfterAnExpiryMayAskAnew() {
    UUID run = shop.chain(job("review"));
    shop.suspend(shop.claim(), "approve", HOUR, true);
    shop.advance(HOUR);
    shop.runs().expire(10);
    shop.report(
        shop.claim().lease(), new Outcome.FailedFor("no answer", Duration.ZERO), StageNote.EMPTY);
    shop.jobs().promote(10, true);
    Assignment again = shop.claim();
    assertThat(again.context()).doesNotContain("expired");
    shop.suspend(again, "approve", HOUR, true);
    assertThat(shop.nodes(run)).isEqualTo("review waiting");
  }

  @Test
  void onlyANodeCanSuspend() {
    UUID id = shop.jobs().submit(NewJob.named("plain")).id();
    shop.suspend(shop.claim(), "approve");
    var job = shop.jobs().find(id).orElseThrow();
    assertThat(job.status()).isEqualTo(JobStatus.RETRYING);
    assertThat(job.lastError()).isEqualTo("only a node of a run can suspend");
  }

  @Test
  void memoryIsWrittenWithTheOutcomeAndSeenByTheNextStage() {
    UUID run = shop.chain(job("a"), job("b"));
    Assignment a = shop.claim();
    var writes =
        List.of(
            new StageNote.Write(false, "mine", 0, "1"), new StageNote.Write(true, "ours", 0, "2"));
    shop.report(a.lease(), new Outcome.FailedFor("x", Duration.ZERO), new StageNote(null, writes));
    shop.jobs().promote(10, true);
    Assignment again = shop.claim();
    assertThat(again.context()).contains("\"key\" : \"mine\"", "\"key\" : \"ours\"");
    shop.done(again, null);
    assertThat(shop.claim().context())
        .contains("\"key\" : \"ours\", \"revision\" : 1, \"value\" : \"2\"")
        .doesNotContain("mine");
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void aZombiesMemoryIsNotWritten() {
    shop.chain(job("a"));
    Assignment lost = shop.claim();
    shop.jobs().gone(lost.lease().worker());
    shop.jobs().reap();
    var writes = List.of(new StageNote.Write(true, "k", 0, "1"));
    assertThat(shop.report(lost.lease(), new Outcome.Succeeded(null), new StageNote(null, writes)))
        .isEqualTo(new Ack.FencedOut());
    assertThat(shop.number("SELECT count(*) FROM pulse.run_memory")).isZero();
  }

  @Test
  void ofTwoStagesThatWriteTheSameOneRunsAgain() {
    UUID run = shop.start(job("a"), job("b"));
    List<Assignment> both = shop.claim(5);
    for (Assignment each : both) {
      var writes = List.of(new StageNote.Write(true, "sum", 0, "1"));
      shop.report(each.lease(), new Outcome.Succeeded(null), new StageNote(null, writes));
    }
    assertThat(shop.nodes(run)).isEqualTo("a completed, b ready");
    Assignment again = shop.claim();
    assertThat(again.context()).contains("\"revision\" : 1");
    var writes = List.of(new StageNote.Write(true, "sum", 1, "2"));
    shop.report(again.lease(), new Outcome.Succeeded(null), new StageNote(null, writes));
    assertThat(shop.run(run).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void theInboxShowsWhatIsPendingAcrossRuns() {
    UUID one = shop.chain(awaiting("gate", "go"));
    UUID two = shop.chain(awaiting("gate", "stop"));
    UUID three = shop.chain(awaiting("gate", "go"));
    shop.deliver(two, "stop", null);
    var first = shop.runs().waits(WaitStatus.PENDING, 1, null);
    var second = shop.runs().waits(WaitStatus.PENDING, 1, first.next());
    assertThat(first.items()).extracting(Wait::runId).containsExactly(one);
    assertThat(second.items()).extracting(Wait::runId).containsExactly(three);
    assertThat(shop.runs().waits(null, 10, null).items()).hasSize(3);
  }

  @Test
  void aLinkIsForOneWaitAndCannotBeForged() {
    UUID run = shop.chain(awaiting("gate", "go"));
    UUID wait = shop.node(run, "gate").waitId();
    String token = shop.runs().linkToken(wait);
    assertThat(shop.runs().linked(token).id()).isEqualTo(wait);
    assertThat(shop.server().runs().linked(token).id()).as("any server").isEqualTo(wait);
    String other = shop.runs().linkToken(UUID.randomUUID());
    for (String bad :
        List.of("", "x", token.substring(1), token + "A", "B" + token.substring(1), other, "ä€")) {
      assertThatThrownBy(() -> shop.runs().linked(bad)).as(bad).isInstanceOf(RunRefused.class);
    }
  }

  @Test
  void explainTellsWhatARunAndItsNodesWaitFor() {
    UUID run = shop.chain(job("a"), job("b"));
    Assignment a = shop.claim();
    shop.suspend(a, "approve");
    RunExplanation explained = shop.runs().explain(run);
    assertThat(explained.reasons())
        .extracting(RunExplanation.Reason::nodeId, RunExplanation.Reason::code)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("a", "waiting_for_signal"),
            org.assertj.core.groups.Tuple.tuple("b", "dependency"));
    assertThat(shop.jobs().explain(a.id()).reasons())
        .extracting(Explanation.Reason::code)
        .containsExactly("waiting_for_signal", "finished");
    shop.deliver(run, "approve", null);
    assertThat(shop.runs().explain(run).reasons().getFirst().code()).isEqualTo("next");
  }

  @Test
  void readersOfEventsAreWokenHereAtOnceAndElsewhereByThePoll() {
    UUID run = shop.chain(awaiting("gate", "go"));
    int last = shop.run(run).events();
    Runs elsewhere = shop.server().runs();
    var here = shop.runs().moreEvents(run, last);
    var there = elsewhere.moreEvents(run, last);
    assertThat(elsewhere.pollEvents()).isZero();
    shop.deliver(run, "go", null);
    assertThat(here).isDone();
    assertThat(there).isNotDone();
    assertThat(elsewhere.pollEvents()).isEqualTo(1);
    assertThat(there).isDone();
    assertThat(elsewhere.pollEvents()).isZero();
  }
}
