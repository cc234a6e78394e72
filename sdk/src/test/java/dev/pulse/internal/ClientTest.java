package dev.pulse.internal;

import static java.time.Instant.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.Attempt;
import dev.pulse.Attempt.LateReport;
import dev.pulse.DeadFilter;
import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.JobHandle;
import dev.pulse.JobPage;
import dev.pulse.JobRequest;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.PulseTimeoutException;
import dev.pulse.Retried;
import io.grpc.InsecureServerCredentials;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls over a real socket, to a peer that answers from memory and loses answers on demand. */
@Timeout(180)
class ClientTest {
  record Count(int n) {}

  private JobsPeer jobs;
  private ScriptedPeer peer;
  private Pulse pulse;

  @BeforeEach
  void connect() {
    jobs = new JobsPeer();
    peer = new ScriptedPeer(InsecureServerCredentials.create(), jobs);
    pulse = Pulse.connect(peer.address());
  }

  @AfterEach
  void close() {
    pulse.close();
    peer.close();
  }

  private static void assertCode(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(PulseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void aLostAnswerMakesTheSubmitAgainButNotTheJob() {
    jobs.answersToLose.set(2);
    JobHandle handle = pulse.submit("count", new Count(1));
    assertThat(jobs.submitted).containsOnlyKeys(handle.id().toString());
    assertThat(handle.existing()).isFalse();
    assertThat(handle.id().version()).isEqualTo(7);
  }

  @Test
  void anIdThatIsThereAlreadyIsSaidToExist() {
    UUID id = UUID.randomUUID();
    assertThat(pulse.submit("count", null, job -> job.id(id)).existing()).isFalse();
    assertThat(pulse.submit("count", null, job -> job.id(id)).existing()).isTrue();
    assertThat(jobs.submitted).hasSize(1);
  }

  @Test
  void manyJobsTravelInPartsAndKeepTheirOrder() {
    jobs.answersToLose.set(1);
    List<JobRequest> requests =
        IntStream.range(0, 2_500).mapToObj(i -> JobRequest.of("count", new Count(i))).toList();
    List<JobHandle> handles = pulse.submitAll(requests);
    assertThat(jobs.batches).containsExactly(1000, 1000, 1000, 500);
    assertThat(handles).extracting(handle -> handle.id().toString()).isSorted();
    assertThat(jobs.submitted.values())
        .extracting(job -> job.getArgs())
        .containsExactlyElementsOf(
            IntStream.range(0, 2_500).mapToObj(i -> "{\"n\":" + i + "}").toList());
    assertThat(pulse.submitAll(List.of())).isEmpty();
  }

  @Test
  void aWaitAsksUntilTheJobHasFinished() {
    JobHandle handle = pulse.submit("count");
    jobs.pollsUntilFinished = 3;
    Job job = handle.await(Duration.ofSeconds(40));
    assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(jobs.awaits).hasSize(3);
    assertThat(jobs.awaits.get(0).getAtMost().getSeconds()).isEqualTo(30);
    assertThat(handle.result(Count.class)).contains(new Count(7));
  }

  @Test
  void aWaitThatIsOverSaysSo() {
    JobHandle handle = pulse.submit("count");
    assertThatThrownBy(() -> handle.await(Duration.ofMillis(20)))
        .isInstanceOf(PulseTimeoutException.class)
        .hasMessageContaining(handle.id().toString());
    assertCode(Code.CONFLICT, () -> handle.result(Count.class));
  }

  @Test
  void refusalsHaveACodeAndTheServersWords() {
    assertThatThrownBy(() -> pulse.submit("count", null, job -> job.priority(2000)))
        .hasMessage("priority is between -1000 and 1000");
    assertCode(Code.INVALID, () -> pulse.submit("count", null, job -> job.priority(2000)));
    assertCode(Code.NOT_FOUND, () -> pulse.job(UUID.randomUUID()));
  }

  @Test
  void aCancelWhoseAnswerWasLostIsNoConflict() {
    JobHandle handle = pulse.submit("count");
    jobs.answersToLose.set(1);
    assertThat(handle.cancel().status()).isEqualTo(JobStatus.CANCELED);
    assertCode(Code.CONFLICT, handle::cancel);
  }

  @Test
  void jobsAreListedPageByPageAsTheyAreRead() {
    IntStream.range(0, 7).forEach(i -> pulse.submit("count"));
    JobFilter filter = JobFilter.all().name("count").status(JobStatus.PENDING).pageSize(3);
    assertThat(pulse.jobs(filter).limit(2)).hasSize(2);
    assertThat(jobs.lists).hasSize(1);
    assertThat(jobs.lists.get(0).getStatus()).hasToString("JOB_STATUS_PENDING");
    assertThat(pulse.jobs(filter)).hasSize(7);
    assertThat(jobs.lists).hasSize(4);
    JobPage page = pulse.page(filter);
    assertThat(pulse.page(filter.after(page.next().orElseThrow())).jobs()).hasSize(3);
  }

  @Test
  void questionsAreAnswered() {
    JobHandle handle = pulse.submit("count", Json.of("{\"Big\":123456789012345678901}"));
    assertThat(handle.get().args().text()).isEqualTo("{\"Big\":123456789012345678901}");
    assertThat(handle.get().result()).isNull();
    assertThat(pulse.explain(handle.id()).reasons().get(0).code()).isEqualTo("no_worker");
    assertThat(pulse.attempts(handle.id()))
        .containsExactly(
            new Attempt(
                1,
                "w",
                EPOCH,
                null,
                "LOST",
                null,
                null,
                new LateReport(EPOCH, "SUCCEEDED", Json.of("1"), null)));
    assertThat(pulse.counts().get(0).status()).isEqualTo(JobStatus.UNKNOWN);
    assertThat(pulse.counts().get(0).atLeast()).isTrue();
  }

  @Test
  void deadLettersAreRetriedAndPurgedByFilter() {
    Instant since = Instant.ofEpochSecond(5);
    assertThat(pulse.retryDead(DeadFilter.all().name("n").since(since)))
        .isEqualTo(new Retried(3, 1));
    assertThat(pulse.purgeDead(DeadFilter.all())).isEqualTo(2);
    assertThat(jobs.deadFilters.get(0).getSince().getSeconds()).isEqualTo(5);
    assertThat(jobs.deadFilters.get(0).hasUntil()).isFalse();
  }

  @Test
  void aServerThatIsAwayIsUnreachableOnceTheDeadlineHasPassed() {
    peer.stop();
    try (Pulse hasty = Pulse.connect(peer.address(), to -> to.deadline(Duration.ofSeconds(3)))) {
      assertCode(Code.UNREACHABLE, () -> hasty.submit("count"));
    }
  }

  @Test
  void theNextServerAnswersWhenTheFirstIsAway() {
    try (ScriptedPeer gone = new ScriptedPeer()) {
      gone.stop();
      try (Pulse both = Pulse.connect(gone.address() + "," + peer.address())) {
        both.submit("count");
      }
    }
    assertThat(jobs.submitted).hasSize(1);
  }

  @Test
  void aRestartBetweenTwoSubmitsIsNotNoticed() {
    pulse.submit("count");
    peer.stop();
    peer.restart();
    pulse.submit("count");
    assertThat(jobs.submitted).hasSize(2);
  }

  @Test
  void anInterruptedCallSaysSoAndLeavesTheFlag() {
    Thread.currentThread().interrupt();
    assertCode(Code.INTERRUPTED, () -> pulse.submit("count"));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aClosedPulseRefusesCalls() {
    pulse.close();
    assertThatThrownBy(() -> pulse.submit("count")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> pulse.worker().handle("count", job -> Outcome.done()).start())
        .isInstanceOf(IllegalStateException.class);
  }
}
