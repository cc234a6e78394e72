package dev.pulse.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.OpenLine;
import dev.pulse.server.postgres.PulseDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an event loop submits by its own line: the same as by the lanes, whatever happens to it. */
class ExpressTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration RIPE = Duration.ofMillis(3);
  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final String STUCK =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
      """;

  private static final String SHARED =
      """
      SELECT count(*) FROM pulse.finished f JOIN pulse.job j ON f.xmin::text = j.xmin::text
      WHERE j.topic = '%s'
      """;

  private static final String TRANSACTIONS =
      "SELECT count(DISTINCT xmin::text) FROM pulse.job WHERE topic = '%s'";

  private static final String END_STUCK =
      STUCK.replace("count(*)", "count(pg_terminate_backend(pid))");

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Heard heard = new Heard();
  private final String topic = "t-" + UUID.randomUUID();
  private Jobs jobs;
  private Dispatcher dispatcher;
  private OpenLine open;

  @BeforeEach
  void start() {
    jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    var metrics = new Metrics(Metrics.MOST_TOPICS);
    dispatcher = new Dispatcher(pulse.database(), jobs, metrics, InstantSource.system(), threads);
    open = new OpenLine(pulse.database());
    dispatcher.use(open.line());
  }

  @AfterEach
  void stop() {
    dispatcher.close();
    open.close();
    threads.shutdown();
  }

  @Test
  void aJobThatSomebodyWaitsForIsSentInTheCommitThatMakesIt() {
    connect().credit(1);
    await().atMost(SOON).until(dispatcher::isAtRest);
    Submitted submitted = open.answer(() -> submit(job())).getFirst();
    assertThat(heard.assigned).extracting(Assignment::id).containsExactly(submitted.id());
    assertThat(status(submitted.id())).isEqualTo(JobStatus.RUNNING);
  }

  @Test
  void aJobThatNobodyWaitsForIsSentToWhoeverComes() {
    UUID id = open.answer(() -> submit(job())).getFirst().id();
    connect().credit(1);
    await().atMost(SOON).until(() -> !heard.assigned.isEmpty());
    assertThat(heard.assigned.getFirst().id()).isEqualTo(id);
  }

  /**
   * One is under way and the next lies ready for Postgres while the others come; they go together,
   * and each hears of its own.
   */
  @Test
  void whoComesMeanwhileGoesTogetherAndIsAnsweredForItself() throws Exception {
    List<NewJob> wanted = List.of(job(), job(), job(), job());
    assertEachIsAnswered(wanted, submittedInTurns(wanted));
    assertThat(number(TRANSACTIONS)).isEqualTo(3);
  }

  /** A loop hears many at once, and from several clients: nobody goes before all are heard. */
  @Test
  void whatIsHeardInOneTurnIsOneTransaction() throws Exception {
    Session session = connect();
    List<Report> ended = succeeded(lent(session, 1));
    List<NewJob> wanted = List.of(job(), job());
    List<CompletableFuture<List<Submitted>>> answers =
        open.byLoop(
            () -> {
              session.report(ended);
              return wanted.stream().map(this::submit).toList();
            });
    assertEachIsAnswered(wanted, answers);
    await().atMost(SOON).until(() -> heard.answers.size() == 1);
    for (NewJob each : wanted) {
      assertThat(number(SHARED + " AND j.id = '" + each.id() + "'")).isEqualTo(1);
    }
  }

  private static void assertEachIsAnswered(
      List<NewJob> wanted, List<CompletableFuture<List<Submitted>>> answers) throws Exception {
    for (int each = 0; each < wanted.size(); each++) {
      assertThat(answers.get(each).get())
          .extracting(Submitted::id)
          .containsExactly(wanted.get(each).id());
    }
  }

  /** Results are in no hurry: while others are under way, they go with a job once they are many. */
  @Test
  void manyResultsShareTheCommitOfTheNextJob() throws Exception {
    Session session = connect();
    List<Lease> leases = lent(session, 16);
    UUID with = submittedNextTo(() -> session.report(succeeded(leases)));
    await().atMost(SOON).until(() -> heard.answers.size() == leases.size());
    assertThat(heard.answers)
        .extracting(WorkerLink.Answer::ack)
        .containsOnly(new Ack.Recorded(JobStatus.COMPLETED));
    assertThat(number(SHARED + " AND j.id = '" + with + "'")).isEqualTo(leases.size());
    assertThat(jobs.find(heard.assigned.getFirst().id()).orElseThrow().result()).isEqualTo("7");
  }

  /** However few they are, they are not kept for as long as jobs come. */
  @Test
  void anOldResultSharesTheCommitOfTheNextJob() throws Exception {
    Session session = connect();
    List<Lease> leases = lent(session, 1);
    UUID with =
        submittedNextTo(
            () -> {
              session.report(succeeded(leases));
              long begin = System.nanoTime();
              while (System.nanoTime() - begin < RIPE.toNanos()) {
                Thread.onSpinWait(); // this is the time that makes it old
              }
            });
    await().atMost(SOON).until(() -> heard.answers.size() == 1);
    assertThat(number(SHARED + " AND j.id = '" + with + "'")).isEqualTo(1);
  }

  @Test
  void aLoneResultGoesByItselfWhenNothingIsUnderWay() throws Exception {
    Session session = connect();
    List<Lease> leases = lent(session, 1);
    UUID next = submittedNextTo(() -> session.report(succeeded(leases)));
    await().atMost(SOON).until(() -> heard.answers.size() == 1);
    assertThat(status(heard.assigned.getFirst().id())).isEqualTo(JobStatus.COMPLETED);
    assertThat(number(SHARED + " AND j.id = '" + next + "'")).isZero();
  }

  /** Submitted from here, and so by the lanes. */
  private List<Lease> lent(Session session, int count) throws Exception {
    session.credit(count);
    for (int each = 0; each < count; each++) {
      submit(job()).get();
    }
    await().atMost(SOON).until(() -> heard.assigned.size() == count);
    return heard.assigned.stream().map(Assignment::lease).toList();
  }

  private static List<Report> succeeded(List<Lease> leases) {
    return leases.stream().map(lease -> new Report(lease, new Outcome.Succeeded("7"))).toList();
  }

  /** One is under way, this happens, and the next is sent early; that one is answered. */
  private UUID submittedNextTo(Runnable happening) throws Exception {
    var next = new ArrayList<CompletableFuture<List<Submitted>>>();
    inTurns(() -> submit(job()), happening, () -> next.add(submit(job())));
    return next.getFirst().get().getFirst().id();
  }

  /** Each while those before it are under way, as far as they are. */
  private List<CompletableFuture<List<Submitted>>> submittedInTurns(List<NewJob> wanted) {
    var answers = new ArrayList<CompletableFuture<List<Submitted>>>();
    inTurns(
        wanted.stream()
            .map(job -> (Runnable) () -> answers.add(submit(job)))
            .toArray(Runnable[]::new));
    return answers;
  }

  /** Each in a turn of its own, and the loop hears nothing from Postgres in between. */
  private void inTurns(Runnable... steps) {
    var all = new CompletableFuture<Void>();
    open.byLoop(
        () -> {
          turn(List.of(steps).iterator(), all);
          return true;
        });
    all.join();
  }

  private void turn(Iterator<Runnable> steps, CompletableFuture<Void> all) {
    if (steps.hasNext()) {
      steps.next().run();
      open.line().atEndOfTurn(() -> turn(steps, all));
    } else {
      all.complete(null);
    }
  }

  /** However many results are under way: the job goes at once, and not with the next one. */
  @Test
  void aJobIsNotKeptByResultsThatAreUnderWay() throws Exception {
    Session session = connect();
    List<Report> ended = succeeded(lent(session, 2));
    NewJob first = job();
    NewJob second = job();
    var answers = new ArrayList<CompletableFuture<List<Submitted>>>();
    inTurns(
        () -> session.report(ended),
        () -> answers.add(submit(first)),
        () -> answers.add(submit(second)));
    assertEachIsAnswered(List.of(first, second), answers);
    assertThat(number(TRANSACTIONS + " AND id IN ('%s', '%s')".formatted(first.id(), second.id())))
        .isEqualTo(2);
  }

  /** What the line does not find, the lanes judge: here a repetition, and a zombie's (J5). */
  @Test
  void aResultThatFindsNoLeaseIsJudgedAsByTheLanes() {
    Session session = connect();
    session.credit(2);
    await().atMost(SOON).until(dispatcher::isAtRest);
    Submitted taken = open.answer(() -> submit(job())).getFirst();
    Submitted kept = open.answer(() -> submit(job())).getFirst();
    Lease lost = lease(taken);
    var done = new Outcome.Succeeded(null);
    jobs.cancel(taken.id());
    open.byLoop(
        () -> {
          session.report(List.of(new Report(lost, done), new Report(lease(kept), done)));
          return true;
        });
    await().atMost(SOON).until(() -> heard.answers.size() == 2);
    assertThat(heard.answers)
        .containsExactlyInAnyOrder(
            new WorkerLink.Answer(lost, new Ack.FencedOut()),
            new WorkerLink.Answer(lease(kept), new Ack.Recorded(JobStatus.COMPLETED)));
    assertThat(status(taken.id())).isEqualTo(JobStatus.CANCELED);
    assertThat(status(kept.id())).isEqualTo(JobStatus.COMPLETED);
  }

  private Lease lease(Submitted submitted) {
    return heard.assigned.stream()
        .filter(each -> each.id().equals(submitted.id()))
        .findFirst()
        .orElseThrow()
        .lease();
  }

  @Test
  void oneThatIsKnownSpoilsNothingForTheOthers() throws Exception {
    NewJob known = job();
    NewJob fresh = job();
    open.answer(() -> submit(known));
    List<CompletableFuture<List<Submitted>>> answers =
        open.byLoop(() -> List.of(submit(job()), submit(known), submit(fresh)));
    assertThat(answers.get(1).get()).containsExactly(new Submitted(known.id(), true));
    assertThat(answers.get(2).get()).containsExactly(new Submitted(fresh.id(), false));
  }

  @Test
  void theSameJobAgainIsTheSameJob() {
    NewJob job = job();
    assertThat(open.answer(() -> submit(job)).getFirst().existing()).isFalse();
    assertThat(open.answer(() -> submit(job)).getFirst().existing()).isTrue();
    assertThat(open.answer(() -> submit(job(), job)).getLast().existing()).isTrue();
    assertThat(number("SELECT count(*) FROM pulse.job WHERE topic = '%s'")).isEqualTo(2);
  }

  @Test
  void whatIsNotPlainOrLongGoesByTheLanes() {
    NewJob later = job().but().delay(Duration.ofHours(1)).build();
    NewJob large = job().but().args("\"" + "x".repeat(100_000) + "\"").build();
    NewJob nameless = NewJob.draft("j").topic(topic).build();
    assertThat(status(open.answer(() -> submit(later)).getFirst().id()))
        .isEqualTo(JobStatus.SCHEDULED);
    assertThat(status(open.answer(() -> submit(large)).getFirst().id()))
        .isEqualTo(JobStatus.PENDING);
    assertThat(status(open.answer(() -> submit(nameless)).getFirst().id()))
        .isEqualTo(JobStatus.PENDING);
    List<NewJob> many = new ArrayList<>();
    for (int each = 0; each < 1500; each++) {
      many.add(job());
    }
    assertThat(open.answer(() -> dispatcher.submit(many))).hasSize(1500);
  }

  /** It is not known whether the statement was carried out: the lanes find out by the id. */
  @Test
  void aLineThatBreaksUnderAStatementLosesNothingAndDoublesNothing() throws Exception {
    NewJob stuck = job();
    NewJob behind = job();
    try (Connection other = pulse.database().dedicated()) {
      other.setAutoCommit(false);
      hold(other, stuck.id());
      List<CompletableFuture<List<Submitted>>> answers = submittedInTurns(List.of(stuck, behind));
      await().atMost(SOON).until(() -> end() == 1);
      other.rollback();
      assertThat(answers.getFirst().get().getFirst().id()).isEqualTo(stuck.id());
      assertThat(answers.getLast().get().getFirst().id()).isEqualTo(behind.id());
    }
    assertThat(number("SELECT count(*) FROM pulse.job WHERE topic = '%s'")).isEqualTo(2);
    open.untilOpen();
    assertThat(open.answer(() -> submit(job()))).hasSize(1);
  }

  @Test
  void whoComesWhileAStatementIsStuckGoesByTheLanes() throws Exception {
    NewJob stuck = job();
    try (Connection other = pulse.database().dedicated()) {
      other.setAutoCommit(false);
      hold(other, stuck.id());
      CompletableFuture<List<Submitted>> first = open.byLoop(() -> submit(stuck));
      await().atMost(SOON).until(() -> number(STUCK + " -- %s") == 1);
      var others = new ArrayList<CompletableFuture<List<Submitted>>>();
      await()
          .atMost(SOON)
          .until(
              () -> {
                others.add(open.byLoop(() -> submit(job())));
                return others.stream().anyMatch(CompletableFuture::isDone);
              });
      assertThat(first).isNotDone();
      other.rollback();
      assertThat(first.get()).hasSize(1);
    }
  }

  private long end() {
    return number(END_STUCK + " -- %s");
  }

  /** Whoever writes that id waits until this transaction ends. */
  private void hold(Connection connection, UUID id) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO pulse.job (seq, id, lane, priority, max_attempts, name, topic, args)
          VALUES (nextval('pulse.job_seq'), '%s', 0, 0, 1, 'held', 'held', '{}')
          """
              .formatted(id));
    }
  }

  private NewJob job() {
    return NewJob.draft("j").id(UUID.randomUUID()).topic(topic).build();
  }

  private CompletableFuture<List<Submitted>> submit(NewJob... wanted) {
    return dispatcher.submit(List.of(wanted));
  }

  private Session connect() {
    var worker = new NewWorker("w", List.of(topic), List.of(), LEASE);
    return dispatcher.connect(new Hello(worker, 0, List.of()), heard);
  }

  private JobStatus status(UUID id) {
    return jobs.find(id).orElseThrow().status();
  }

  private long number(String sql) {
    return pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql.formatted(topic))) {
                rows.next();
                return rows.getLong(1);
              }
            });
  }
}
