package dev.pulse.server.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Backoff;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.job.Watcher;
import dev.pulse.server.run.ModelRuns.ModelNode;
import dev.pulse.server.run.ModelRuns.ModelRun;
import dev.pulse.server.run.ModelRuns.ModelWait;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Takes random steps with runs on Postgres and with the model, and compares the two. */
final class RunDrive implements AutoCloseable {
  static final int KINDS = 16;
  private static final int MOST_RUNS = 10;
  private static final List<String> SIGNALS = List.of("s1", "s2", "s3");

  private final Workshop shop;
  private final long seed;
  private final Random random;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Integer> taken = new TreeMap<>();
  private final List<Lease> ended = new ArrayList<>();
  private final Map<Lease, Report> recorded = new HashMap<>();
  private List<Workshop.Server> servers = List.of();
  private Jobs crashing;
  private ModelRuns model = new ModelRuns();
  private long worker;

  RunDrive(Workshop shop, long seed) {
    this.shop = shop;
    this.seed = seed;
    this.random = new Random(seed);
    startOver();
  }

  Map<String, Integer> taken() {
    return taken;
  }

  void steps(int count) {
    for (int step = 0; step < count; step++) {
      String name = "";
      try {
        if (model.runs.size() >= MOST_RUNS && random.nextInt(30) == 0) {
          startOver();
        }
        name = step();
        taken.merge(name, 1, Integer::sum);
        server().jobs().promote(1000, true); // retries are due at once
        compare();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed %d, step %d (%s)".formatted(seed, step, name), e);
      }
    }
  }

  private void startOver() {
    shop.beforeEach(null);
    servers = List.of(shop.server(), shop.server());
    crashing = new Jobs(shop.database(), JobConfig.DEFAULT, new Random(1));
    var store = new RunStore(crashing, _ -> {});
    crashing.watchNodes(new Crash(new NodeWatcher(shop.database(), store, null)));
    worker = shop.register();
    model = new ModelRuns();
    ended.clear();
    recorded.clear();
  }

  private String step() {
    return switch (random.nextInt(30)) {
      case 0, 1, 2 -> start();
      case 3, 4, 5, 6, 7, 8 -> claim();
      case 9, 10, 11 -> succeed();
      case 12, 13, 14, 15 -> suspend();
      case 16 -> fail();
      case 17, 18 -> arm();
      case 19, 20, 21 -> deliver();
      case 22 -> deliverOfOld();
      case 23 -> race();
      case 24 -> advanceAndSweep();
      case 25 -> random.nextBoolean() ? cancel() : cancelJob();
      case 26 -> retry();
      case 27 -> workerDies();
      case 28 -> crashBeforeCommit();
      default -> repeatReport();
    };
  }

  private String start() {
    if (model.runs.size() >= MOST_RUNS) {
      return claim();
    }
    var nodes = new ArrayList<NewNode>();
    var models = new ArrayList<ModelNode>();
    int size = 1 + random.nextInt(4);
    for (int at = 0; at < size; at++) {
      String id = "n" + at;
      List<String> after =
          IntStream.range(0, at).filter(_ -> random.nextInt(3) > 0).mapToObj(i -> "n" + i).toList();
      String signal = random.nextInt(3) == 0 ? anyOf(SIGNALS) : null;
      int attempts = 1 + random.nextInt(3);
      var patient = new Backoff.Exponential(Duration.ZERO, 1, Duration.ZERO, 0);
      NewJob job = NewJob.named(id).but().maxAttempts(attempts).backoff(patient).build();
      nodes.add(
          new NewNode(
              id,
              after,
              signal == null
                  ? new NewNode.RunJob(job)
                  : new NewNode.Await(signal, Duration.ofHours(2), null)));
      models.add(new ModelNode(id, after, signal, attempts));
    }
    UUID id = UUID.randomUUID();
    var wanted = new NewRun(id, "model", nodes);
    assertThat(server().runs().start(wanted)).isEqualTo(new Started(id, false));
    assertThat(server().runs().start(wanted)).isEqualTo(new Started(id, true));
    model.runs.put(id, model.new ModelRun(id, models));
    return "start";
  }

  private String claim() {
    int slots = 1 + random.nextInt(3);
    long queued = nodes(node -> node.queued).size();
    long[] free = LongStream.generate(() -> worker).limit(slots).toArray();
    List<Assignment> claimed = server().jobs().claim("default", free, true);
    assertThat(claimed).as("what can be claimed").hasSize((int) Math.min(slots, queued));
    for (Assignment job : claimed) {
      var origin = server().jobs().find(job.id()).orElseThrow().origin();
      ModelNode node = model.runs.get(origin.runId()).node(origin.nodeId());
      assertThat(node.queued).as("node %s has a job to claim", node.id).isTrue();
      node.queued = false;
      node.lease = job.lease();
      node.attempts++;
      assertThat(job.attempt()).isEqualTo(node.attempts);
      assertContext(model.runs.get(origin.runId()), node, job);
    }
    return "claim";
  }

  /** The handler is told how the last of each of its signals ended. */
  private static void assertContext(ModelRun run, ModelNode node, Assignment job) {
    for (String signal : SIGNALS) {
      ModelWait latest = run.latest(node, signal);
      String said = "\"signal\" : \"%s\", \"wait_id\"".formatted(signal);
      if (latest == null) {
        assertThat(job.context()).doesNotContain(said);
      } else {
        assertThat(job.context())
            .contains(said)
            .contains("\"status\" : \"%s\"".formatted(latest.status));
      }
    }
  }

  private String succeed() {
    Running running = anyRunning();
    if (running == null) {
      return claim();
    }
    report(running, new Outcome.Succeeded("1"), null);
    running.node().end("completed");
    running.run().settle();
    return "succeed";
  }

  private String suspend() {
    Running running = anyRunning();
    if (running == null) {
      return claim();
    }
    String signal = anyOf(SIGNALS);
    boolean wakes = random.nextBoolean();
    report(running, new Outcome.Suspended("{}"), asking(signal, wakes));
    running.node().lease = null;
    running.run().suspend(running.node(), signal, 2, wakes);
    return "suspend";
  }

  private static StageNote asking(String signal, boolean wakes) {
    return new StageNote(new StageNote.Ask(signal, Duration.ofHours(2), null, wakes), List.of());
  }

  private String fail() {
    Running running = anyRunning();
    if (running == null) {
      return claim();
    }
    boolean forGood = random.nextInt(3) == 0;
    boolean noted = random.nextBoolean();
    Outcome outcome =
        forGood ? new Outcome.FailedForGood("x") : new Outcome.FailedFor("x", Duration.ZERO);
    report(running, outcome, noted ? StageNote.EMPTY : null);
    running.run().failed(running.node(), forGood, noted);
    return "fail";
  }

  private void report(Running running, Outcome outcome, StageNote note) {
    Lease lease = running.node().lease;
    var report = new Report(lease, outcome, note);
    assertThat(server().jobs().report(List.of(report)).getFirst()).isInstanceOf(Ack.Recorded.class);
    ended.add(lease);
    recorded.put(lease, report);
  }

  private String arm() {
    Running running = anyRunning();
    if (running == null) {
      return claim();
    }
    String signal = anyOf(SIGNALS);
    var ask = new StageNote.Ask(signal, Duration.ofHours(2), null, true);
    Lease lease = running.node().lease;
    ModelWait expected = running.run().arm(running.node(), signal, 2);
    if (expected == null) {
      assertThatThrownBy(() -> server().runs().arm(lease.job(), lease.fence(), ask))
          .hasMessageContaining("another node waits");
    } else {
      UUID armed = server().runs().arm(lease.job(), lease.fence(), ask).id();
      assertThat(expected.id == null || expected.id.equals(armed)).isTrue();
      expected.id = armed;
    }
    return "arm";
  }

  /** N at once: one delivery, and everybody hears the same. */
  private String deliver() {
    ModelRun run = anyRun();
    if (run == null) {
      return start();
    }
    List<ModelWait> pending = run.waits.stream().filter(w -> w.status.equals("pending")).toList();
    String signal = pending.isEmpty() ? anyOf(SIGNALS) : anyOf(pending).signal;
    String key = random.nextInt(4) == 0 ? "k" + random.nextInt(3) : null;
    ModelWait open = run.pending(signal);
    UUID fence = key == null && isUsedAgain(run, signal) && open != null ? open.id : null;
    deliver(run, new Delivery(signal, "1", fence, key, Workshop.ANN), 1 + random.nextInt(6));
    return "deliver";
  }

  /**
   * Where the next wait for the same name is pending as soon as this one is delivered, a second
   * delivery is meant for that one unless it says otherwise: that is what fences are for (N6).
   */
  private static boolean isUsedAgain(ModelRun run, String signal) {
    return run.nodes.stream()
        .anyMatch(node -> node.status.equals("pending") && signal.equals(node.signal));
  }

  /** To a wait of long ago, by its id. */
  private String deliverOfOld() {
    ModelRun run = anyRun();
    List<ModelWait> old = run == null ? List.of() : known(run);
    if (old.isEmpty()) {
      return deliver();
    }
    ModelWait wait = anyOf(old);
    deliver(run, new Delivery(wait.signal, "1", wait.id, null, Workshop.ANN), 2);
    return "deliver to one wait";
  }

  private static List<ModelWait> known(ModelRun run) {
    return run.waits.stream().filter(wait -> wait.id != null).toList();
  }

  private void deliver(ModelRun run, Delivery delivery, int times) {
    List<String> answers =
        together(IntStream.range(0, times).mapToObj(_ -> delivery(run, delivery)));
    var told = run.deliver(delivery.signal(), delivery.waitId(), delivery.key());
    assertThat(new HashSet<>(answers)).as("%s", answers).hasSize(1);
    check(told, answers.getFirst());
  }

  private static void check(ModelRun.Told told, String answer) {
    ModelWait wait = told.of();
    if (wait == null) {
      assertThat(answer).isEqualTo(told.kind());
    } else if (wait.answer == null) {
      wait.answer = answer;
    } else {
      assertThat(answer).as("to the byte").isEqualTo(wait.answer);
    }
  }

  private Callable<String> delivery(ModelRun run, Delivery delivery) {
    Runs runs = server().runs();
    return () -> {
      try {
        return runs.deliver(run.id, delivery);
      } catch (RunRefused e) {
        return e.reason().code();
      }
    };
  }

  /** Deliveries, a cancel and the sweeper at once: the model is told who was first. */
  private String race() {
    ModelRun run = anyRun();
    List<ModelWait> pending =
        run == null
            ? List.of()
            : run.waits.stream().filter(w -> w.status.equals("pending")).toList();
    if (pending.isEmpty()) {
      return deliver();
    }
    ModelWait wait = anyOf(pending);
    boolean due = random.nextBoolean();
    if (due) {
      advance(3);
    }
    var delivery = new Delivery(wait.signal, "1", wait.id, null, Workshop.ANN);
    Runs canceler = server().runs();
    Runs sweeper = server().runs();
    List<String> answers =
        together(
            java.util.stream.Stream.of(
                delivery(run, delivery),
                () -> cancel(canceler, run),
                delivery(run, delivery),
                () -> "swept " + sweeper.expire(100)));
    replay(run, wait, answers, due);
    return "race";
  }

  /** Tells the model in which order things happened, by what the waits' ends say. */
  private void replay(ModelRun run, ModelWait wait, List<String> answers, boolean due) {
    for (RunFacts.End end : RunFacts.ends(shop.database(), run.id)) {
      ModelWait ended = run.last(each -> end.id().equals(each.id));
      if (ended == null || !ended.status.equals("pending")) {
        continue;
      }
      switch (end.status()) {
        case "delivered" -> run.deliver(ended.signal, ended.id, null);
        case "expired" -> run.expire(ended);
        default -> assertThat(end.status()).isEqualTo("closed");
      }
    }
    assertThat(wait.status.equals("delivered") && due).as("delivered after its time").isFalse();
    assertThat(answers.get(1).equals("canceled")).as("cancel").isEqualTo(run.cancel());
    for (String answer : List.of(answers.get(0), answers.get(2))) {
      if (answer.contains(wait.id.toString())) {
        check(new ModelRun.Told("delivered", wait), answer);
      } else {
        assertThat(answer).matches("run_closed|signal_expired|\\{.*");
      }
    }
    server().runs().expire(1000);
    model.sweep();
  }

  private static String cancel(Runs runs, ModelRun run) {
    try {
      runs.cancel(run.id);
      return "canceled";
    } catch (RunRefused e) {
      return e.reason().code();
    }
  }

  private String advanceAndSweep() {
    advance(1 + random.nextInt(2));
    assertThat(server().runs().expire(1000)).isEqualTo(model.sweep());
    return "expire";
  }

  private void advance(int hours) {
    shop.advance(Duration.ofHours(hours));
    model.now += hours;
  }

  private String cancel() {
    ModelRun run = anyRun();
    if (run == null) {
      return start();
    }
    List<Lease> held = run.nodes.stream().map(n -> n.lease).filter(l -> l != null).toList();
    boolean done = cancel(server().runs(), run).equals("canceled");
    assertThat(done).isEqualTo(run.cancel());
    for (Lease lease : held) {
      Ack late =
          server().jobs().report(List.of(new Report(lease, new Outcome.Succeeded("1")))).getFirst();
      assertThat(late).as("a late result cannot resurrect it").isEqualTo(new Ack.FencedOut());
    }
    return "cancel";
  }

  private String cancelJob() {
    List<ModelNode> ready = nodes(node -> node.status.equals("ready"));
    if (ready.isEmpty()) {
      return cancel();
    }
    ModelNode node = anyOf(ready);
    ModelRun run = runOf(node);
    UUID job = shop.node(run.id, node.id).jobId();
    server().jobs().cancel(job);
    node.end("canceled");
    run.settle();
    return "cancel a job";
  }

  private String retry() {
    List<ModelRun> retriable =
        model.runs.values().stream()
            .filter(run -> run.closed() && !run.status.equals("completed"))
            .toList();
    ModelRun run = retriable.isEmpty() ? anyRun() : anyOf(retriable);
    if (run == null) {
      return start();
    }
    boolean done = true;
    try {
      server().runs().retry(run.id);
    } catch (RunRefused e) {
      assertThat(e.reason()).isEqualTo(RunRefused.Reason.ILLEGAL_TRANSITION);
      done = false;
    }
    assertThat(done).isEqualTo(run.retry());
    return "retry";
  }

  /** Before it could report anything: whatever it had goes the retry path. */
  private String workerDies() {
    server().jobs().gone(worker);
    List<ModelNode> lost = nodes(node -> node.lease != null);
    assertThat(server().jobs().reap()).isEqualTo(lost.size());
    for (ModelNode node : lost) {
      Lease zombie = node.lease;
      runOf(node).failed(node, false, false);
      var late = new Report(zombie, new Outcome.Suspended("{}"), asking("s1", true));
      assertThat(server().jobs().report(List.of(late)).getFirst()).isEqualTo(new Ack.FencedOut());
    }
    worker = shop.register();
    return "worker dies";
  }

  /** The server dies after everything was written and before it was committed. */
  private String crashBeforeCommit() {
    Running running = anyRunning();
    if (running == null) {
      return claim();
    }
    crashWhileDelivering();
    Lease lease = running.node().lease;
    Outcome outcome =
        random.nextBoolean() ? new Outcome.Succeeded("1") : new Outcome.Suspended("{}");
    StageNote note = outcome instanceof Outcome.Suspended ? asking(anyOf(SIGNALS), true) : null;
    assertThatThrownBy(() -> crashing.report(List.of(new Report(lease, outcome, note))))
        .isInstanceOf(Crashed.class);
    return "crash before commit";
  }

  private void crashWhileDelivering() {
    ModelRun run = anyRun();
    List<ModelWait> pending = run.waits.stream().filter(w -> w.status.equals("pending")).toList();
    if (pending.isEmpty()) {
      return;
    }
    var delivery = new Delivery(anyOf(pending).signal, "1", null, null, Workshop.ANN);
    var store = new RunStore(crashing, _ -> {});
    assertThatThrownBy(
            () ->
                shop.database()
                    .transact(
                        connection -> {
                          RunState state = store.lock(connection, run.id, RunStore.Waits.ALL);
                          state.deliver(state.pending(delivery.signal()).orElseThrow(), delivery);
                          store.save(connection, List.of(state));
                          throw new Crashed();
                        }))
        .isInstanceOf(Crashed.class);
  }

  /** The worker dies, or loses its connection, after the commit and says it all again. */
  private String repeatReport() {
    if (ended.isEmpty()) {
      return claim();
    }
    Lease lease = anyOf(ended);
    Report report = recorded.get(lease);
    assertThat(server().jobs().report(List.of(report)).getFirst())
        .isInstanceOfAny(Ack.Recorded.class, Ack.FencedOut.class);
    return "repeat a report";
  }

  /** A node whose job somebody has. */
  private record Running(ModelRun run, ModelNode node) {}

  private Running anyRunning() {
    List<ModelNode> running = nodes(node -> node.lease != null);
    if (running.isEmpty()) {
      return null;
    }
    ModelNode node = anyOf(running);
    return new Running(runOf(node), node);
  }

  private ModelRun runOf(ModelNode node) {
    return model.runs.values().stream().filter(run -> run.nodes.contains(node)).findFirst().get();
  }

  private List<ModelNode> nodes(java.util.function.Predicate<ModelNode> which) {
    return model.runs.values().stream().flatMap(run -> run.nodes.stream()).filter(which).toList();
  }

  private ModelRun anyRun() {
    return model.runs.isEmpty() ? null : anyOf(List.copyOf(model.runs.values()));
  }

  private <T> T anyOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private Workshop.Server server() {
    return anyOf(servers);
  }

  private <T> List<T> together(java.util.stream.Stream<Callable<T>> calls) {
    try {
      var results = new ArrayList<T>();
      for (var future : threads.invokeAll(calls.toList())) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private void compare() {
    RunFacts facts = RunFacts.read(shop.database());
    assertThat(facts.violations()).as("what must never be").isEmpty();
    var expected = new TreeMap<String, String>();
    for (ModelRun run : model.runs.values()) {
      expected.put(run.id.toString(), described(run));
    }
    assertThat(facts.runs()).isEqualTo(expected);
    for (ModelRun run : model.runs.values()) {
      List<UUID> ids = facts.waits().getOrDefault(run.id, List.of());
      for (int at = 0; at < ids.size(); at++) {
        run.waits.get(at).id = ids.get(at);
      }
    }
  }

  private static String described(ModelRun run) {
    var text = new StringBuilder(run.status);
    run.nodes.forEach(node -> text.append(", ").append(node.id).append(' ').append(node.status));
    text.append(" |");
    run.waits.forEach(
        wait -> text.append(" %s/%s/%s".formatted(wait.signal, wait.node.id, wait.status)));
    return text.toString();
  }

  @Override
  public void close() {
    threads.close();
  }

  private static final class Crashed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Does everything a watcher does, and then fails. */
  private record Crash(NodeWatcher real) implements Watcher {
    @Override
    public void ended(Connection transaction, List<Ended> attempts) throws SQLException {
      real.ended(transaction, attempts);
      throw new Crashed();
    }

    @Override
    public Set<UUID> revived(Connection transaction, List<Watched> jobs) {
      return Set.of();
    }

    @Override
    public Map<UUID, String> contexts(Collection<UUID> jobs) {
      return Map.of();
    }

    @Override
    public List<dev.pulse.server.job.Explanation.Reason> explain(dev.pulse.server.job.Job job) {
      return List.of();
    }
  }
}
