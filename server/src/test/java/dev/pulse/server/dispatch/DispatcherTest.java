package dev.pulse.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.PulseDatabase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dispatch on real Postgres; the worker's end of the line only writes down what it hears. */
class DispatcherTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofSeconds(30);

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Heard heard = new Heard();
  private String topic = "";
  private Jobs jobs;
  private Dispatcher dispatcher;
  private Dispatcher elsewhere;

  @BeforeEach
  void start() {
    topic = "t-" + UUID.randomUUID();
    jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    dispatcher = dispatcher(jobs);
    elsewhere = dispatcher(new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(2)));
  }

  private Dispatcher dispatcher(Jobs on) {
    return new Dispatcher(
        pulse.database(), on, new Metrics(Metrics.MOST_TOPICS), InstantSource.system(), threads);
  }

  @AfterEach
  void stop() {
    dispatcher.close();
    elsewhere.close();
    threads.shutdown();
  }

  @Test
  void aJobReachesAWaitingWorkerWithoutAPoll() {
    Session session = connect(heard);
    session.credit(1);
    UUID id = submit(dispatcher, 1).getFirst();
    await().atMost(SOON).until(() -> !heard.assigned.isEmpty());
    assertThat(heard.assigned.getFirst().id()).isEqualTo(id);
  }

  @Test
  void aWorkerThatComesIsSentWhatWaitsWithoutAPoll() {
    List<UUID> ids = submit(dispatcher, 2);
    connect(heard).credit(2);
    await().atMost(SOON).until(() -> heard.assigned.size() == 2);
    assertThat(heard.assigned).extracting(Assignment::id).isEqualTo(ids);
  }

  /** The urgent one was written last, so what is claimed does not lie in the order it goes out. */
  @Test
  void eachJobGoesToTheWorkerItWasLentTo() {
    dispatcher.pause(topic, "until both are here", "ann");
    var other = new Heard();
    Session one = connect(heard);
    Session two = connect(other);
    one.credit(1);
    two.credit(1);
    for (int priority : new int[] {0, 10}) {
      NewJob job = NewJob.draft("j").topic(topic).priority(priority).build();
      dispatcher.submit(List.of(job)).join();
    }
    dispatcher.resume(topic);
    await().atMost(SOON).until(() -> heard.assigned.size() + other.assigned.size() == 2);
    assertThat(heard.assigned).allMatch(job -> job.lease().worker() == one.worker());
    assertThat(other.assigned).allMatch(job -> job.lease().worker() == two.worker());
  }

  @Test
  void aJobThatSomebodyWaitsForIsSentInTheCommitThatMakesIt() {
    connect(heard).credit(2);
    await().atMost(SOON).until(dispatcher::isAtRest); // it looked, and found nothing
    List<UUID> ids = submit(dispatcher, 3);
    assertThat(heard.assigned)
        .as("before the submit is answered; the third finds no slot")
        .extracting(Assignment::id)
        .isEqualTo(ids.subList(0, 2));
    assertThat(jobs.find(ids.getFirst()).orElseThrow().status()).isEqualTo(JobStatus.RUNNING);
    assertThat(jobs.find(ids.getLast()).orElseThrow().status()).isEqualTo(JobStatus.PENDING);
  }

  @Test
  void aJobThatNobodyAnnouncedIsNotOvertaken() {
    var quiet = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(3));
    connect(heard).credit(1);
    UUID before = quiet.submit(NewJob.named("job").but().topic(topic).build()).id();
    submit(dispatcher, 1);
    await().atMost(SOON).until(() -> !heard.assigned.isEmpty());
    assertThat(heard.assigned).extracting(Assignment::id).containsExactly(before);
  }

  @Test
  void aJobSubmittedElsewhereReachesAWaitingWorkerWithoutAPoll() {
    connect(heard).credit(1);
    UUID id = submit(elsewhere, 1).getFirst();
    await().atMost(SOON).until(() -> !heard.assigned.isEmpty());
    assertThat(heard.assigned.getFirst().id()).isEqualTo(id);
  }

  /** The limit is met by one topic here; the other topic that waits for it is served elsewhere. */
  @Test
  void aSlotFreedHereWakesWhoWaitsForItElsewhere() {
    String limit = "limit-" + topic;
    new Limits(pulse.database()).set(limit, Change.NOTHING.withMaxRunning(1), "me");
    var other = new Heard();
    var there = new NewWorker("w", List.of(topic + "-there"), List.of(), LEASE);
    elsewhere.connect(new Hello(there, 0, List.of()), other).credit(1);
    Session here = connect(heard);
    here.credit(1);
    NewJob job = NewJob.named("j").but().topic(topic).limits(List.of(limit)).build();
    dispatcher.submit(List.of(job)).join();
    await().atMost(SOON).until(() -> !heard.assigned.isEmpty());
    dispatcher.submit(List.of(job.but().topic(topic + "-there").build())).join();
    here.report(
        List.of(new Report(heard.assigned.getFirst().lease(), new Outcome.Succeeded(null))));
    await().atMost(SOON).until(() -> !other.assigned.isEmpty());
  }

  @Test
  void aWorkerIsNeverSentMoreThanItGaveCreditFor() {
    submit(dispatcher, 50);
    Session session = connect(heard);
    session.credit(3);
    dispatcher.poll();
    await().atMost(SOON).until(() -> heard.assigned.size() == 3);
    Lease lease = heard.assigned.getFirst().lease();
    session.report(List.of(new Report(lease, new Outcome.Succeeded(null))));
    await().atMost(SOON).until(() -> !heard.answers.isEmpty());
    dispatcher.poll();
    assertThat(heard.assigned).as("a result is no credit").hasSize(3);
    session.credit(2);
    await().atMost(SOON).until(() -> heard.assigned.size() == 5);
    assertThat(heard.answers.getFirst().ack()).isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
  }

  @Test
  void aJobThatNobodyAnnouncedIsFoundByThePoll() {
    Session session = connect(heard);
    session.credit(5);
    submit(dispatcher, 2);
    await().atMost(SOON).until(() -> heard.assigned.size() == 2);
    UUID urgent =
        new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(3))
            .submit(NewJob.named("urgent").but().topic(topic).priority(9).build())
            .id();
    await()
        .atMost(SOON)
        .until(
            () -> {
              dispatcher.poll();
              return heard.assigned.size() == 3;
            });
    assertThat(heard.assigned.get(2).id()).isEqualTo(urgent);
  }

  @Test
  void jobsAreSpreadOverWorkersInTurn() {
    var other = new Heard();
    submit(dispatcher, 10);
    connect(heard).credit(5);
    connect(other).credit(5);
    dispatcher.poll();
    await().atMost(SOON).until(() -> heard.assigned.size() + other.assigned.size() == 10);
    assertThat(heard.assigned).hasSize(5);
  }

  @Test
  void cancelIsToldToTheWorkerOnWhicheverServerItIs() {
    connect(heard).credit(2);
    List<UUID> ids = submit(dispatcher, 2);
    await().atMost(SOON).until(() -> heard.assigned.size() == 2);
    dispatcher.cancel(ids.get(0));
    assertThat(heard.canceled).hasSize(1);
    elsewhere.cancel(ids.get(1));
    await().atMost(SOON).until(() -> heard.canceled.size() == 2);
  }

  @Test
  void aLeaseThatWasLostUnheardIsToldByTheNextLook() {
    connect(heard).credit(1);
    UUID id = submit(dispatcher, 1).getFirst();
    await().atMost(SOON).until(() -> heard.assigned.size() == 1);
    jobs.cancel(id); // as by a server that crashed before it could tell
    assertThat(dispatcher.tellLost(Duration.ZERO)).isEqualTo(1);
    assertThat(heard.canceled).containsExactly(heard.assigned.getFirst().lease());
    assertThat(dispatcher.tellLost(Duration.ZERO)).isZero();
  }

  @Test
  void aWorkerThatComesBackKeepsItsLeasesAndIsToldOfTheirCancel() {
    Session before = connect(heard);
    before.credit(2);
    List<UUID> ids = submit(dispatcher, 2);
    await().atMost(SOON).until(() -> heard.assigned.size() == 2);
    Assignment held = heard.assigned.get(0);
    UUID undelivered = ids.get(0).equals(held.id()) ? ids.get(1) : ids.get(0);
    before.disconnected();
    var again = new Heard();
    Session after =
        elsewhere.connect(new Hello(worker(), before.worker(), List.of(held.lease())), again);
    assertThat(after.kept()).hasSize(1);
    assertThat(jobs.find(undelivered).orElseThrow().status()).isEqualTo(JobStatus.PENDING);
    elsewhere.cancel(held.id());
    assertThat(again.canceled).isEqualTo(after.kept());
  }

  @Test
  void whatWasClaimedForAWorkerThatLeftMeanwhileIsHandedBackAndCostsNoAttempt() {
    Session session = connect(heard);
    UUID id = submit(dispatcher, 1).getFirst();
    session.goodbye();
    List<Assignment> claimed = jobs.claim(topic, new long[] {session.worker()}, true);
    assertThat(claimed).hasSize(1);
    session.disconnected();
    session.assign(claimed);
    await().atMost(SOON).until(() -> jobs.find(id).orElseThrow().status() == JobStatus.PENDING);
    assertThat(jobs.find(id).orElseThrow().attempts()).isZero();
  }

  @Test
  void whatAFailedClaimLentWithoutAWordIsHandedBack() {
    Session session = connect(heard);
    session.credit(1);
    submit(dispatcher, 1);
    await().atMost(SOON).until(() -> heard.assigned.size() == 1);
    UUID lent = submit(dispatcher, 1).getFirst();
    jobs.claim(topic, new long[] {session.worker()}, true); // committed, but nobody was told
    assertThat(dispatcher.handBackUndelivered(Duration.ZERO)).as("nothing failed").isZero();
    dispatcher.claimFailed();
    assertThat(dispatcher.handBackUndelivered(Duration.ofHours(1))).as("too young").isZero();
    assertThat(dispatcher.handBackUndelivered(Duration.ZERO)).isEqualTo(1);
    assertThat(jobs.find(lent).orElseThrow().attempts()).isZero();
    assertThat(jobs.find(heard.assigned.getFirst().id()).orElseThrow().status())
        .isEqualTo(JobStatus.RUNNING);
  }

  @Test
  void whatABrokenLineDoesNotTakeIsHandedBackToTheOthers() {
    Session broken =
        connect(
            new Heard() {
              @Override
              public void assign(List<Assignment> jobs) {
                throw new IllegalStateException("the line is broken");
              }
            });
    Session sound = connect(heard);
    broken.credit(1);
    sound.credit(500);
    await().atMost(SOON).until(dispatcher::isAtRest);
    submit(dispatcher, 2); // lent, one to each
    await().atMost(SOON).until(() -> heard.assigned.size() == 1);
    broken.credit(150);
    submit(dispatcher, 300);
    await().atMost(SOON).until(() -> dispatcher.handBackUndelivered(Duration.ZERO) > 0);
    await().atMost(SOON).until(() -> heard.assigned.size() == 302);
    assertThat(heard.assigned).extracting(Assignment::id).doesNotHaveDuplicates();
    assertThat(heard.assigned).extracting(Assignment::attempt).containsOnly(1);
  }

  @Test
  void aWorkerWhoseLeaseLapsedIsSentAway() {
    Session session = connect(heard);
    session.beat();
    assertThat(dispatcher.beat()).isEqualTo(1);
    assertThat(dispatcher.beat()).as("no sign of life since").isZero();
    execute("UPDATE pulse.worker SET lease_until = now() - interval '1 s'");
    session.beat();
    assertThat(dispatcher.beat()).isZero();
    assertThat(heard.sentAway).isTrue();
    assertThat(dispatcher.workers()).isZero();
  }

  @Test
  void aDrainingServerClaimsNothingAndSendsWorkersAway() {
    Session session = connect(heard);
    dispatcher.drain();
    assertThat(heard.sentAway).isTrue();
    session.credit(5);
    submit(dispatcher, 1);
    dispatcher.poll();
    assertThat(heard.assigned).isEmpty();
    assertThatThrownBy(() -> connect(heard)).isInstanceOf(RejectedExecutionException.class);
    dispatcher.close();
    assertThat(dispatcher.submit(List.of(NewJob.named("late")))).isCompletedExceptionally();
  }

  @Test
  void aPausedTopicStartsNothingAndTakesSubmitsAndResumesWhereItStood() {
    elsewhere.pause(topic, "deploy", "ann");
    assertThat(dispatcher.followPauses()).isEqualTo(1);
    connect(heard).credit(10);
    UUID id = submit(dispatcher, 5).getFirst();
    dispatcher.poll();
    assertThat(heard.assigned).isEmpty();
    assertThat(dispatcher.explain(id).reasons().getFirst().message())
        .contains(topic + " is paused by ann since", ": deploy");
    assertThat(dispatcher.pauses())
        .extracting(Pause::topic, Pause::reason, Pause::actor)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(topic, "deploy", "ann"));
    assertThat(dispatcher(jobs).pauses()).as("a server that starts knows").hasSize(1);
    elsewhere.resume(topic);
    dispatcher.followPauses();
    await().atMost(SOON).until(() -> heard.assigned.size() == 5);
    assertThat(dispatcher.explain(id).reasons().getFirst().code()).isEqualTo("running");
  }

  @Test
  void aPauseOfEverythingStopsEveryTopic() {
    dispatcher.pause(null, "", "bob");
    connect(heard).credit(10);
    submit(dispatcher, 1);
    dispatcher.poll();
    assertThat(heard.assigned).isEmpty();
    dispatcher.resume(topic);
    assertThat(dispatcher.pauses()).as("a topic's resume does not lift it").hasSize(1);
    dispatcher.resume(null);
    await().atMost(SOON).until(() -> heard.assigned.size() == 1);
    assertThatThrownBy(() -> dispatcher.pause("", "x", "bob")).isInstanceOf(JobRefused.class);
    assertThatThrownBy(() -> dispatcher.pause("a\nb", "x", "bob")).isInstanceOf(JobRefused.class);
  }

  @Test
  void awaitAnswersAtTheEndHereAndElsewhereOrWhenTheTimeIsOver() {
    Session session = connect(heard);
    session.credit(1);
    UUID id = submit(dispatcher, 1).getFirst();
    assertThat(dispatcher.await(UUID.randomUUID(), LEASE).join()).isEmpty();
    assertThat(dispatcher.await(id, Duration.ofMillis(1)).join().orElseThrow().status())
        .isNotEqualTo(JobStatus.COMPLETED);
    var here = dispatcher.await(id, LEASE);
    var there = elsewhere.await(id, LEASE);
    await().atMost(SOON).until(() -> !heard.assigned.isEmpty());
    session.report(
        List.of(new Report(heard.assigned.getFirst().lease(), new Outcome.Succeeded("1"))));
    assertThat(here.join().orElseThrow().result()).isEqualTo("1");
    elsewhere.poll();
    assertThat(there.join().orElseThrow().status()).isEqualTo(JobStatus.COMPLETED);
  }

  private NewWorker worker() {
    return new NewWorker("w", List.of(topic), List.of(), LEASE);
  }

  private Session connect(WorkerLink link) {
    return dispatcher.connect(new Hello(worker(), 0, List.of()), link);
  }

  private List<UUID> submit(Dispatcher through, int count) {
    NewJob job = NewJob.named("j").but().topic(topic).build();
    return through.submit(Collections.nCopies(count, job)).join().stream()
        .map(submitted -> submitted.id())
        .toList();
  }

  private static void execute(String sql) {
    pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }
}
