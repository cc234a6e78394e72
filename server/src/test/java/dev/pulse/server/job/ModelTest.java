package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.ModelJobs.ModelJob;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Drives the kernel on real Postgres and a pure model side by side with random steps and compares
 * every job after every step. The seed is printed; {@code -Dpulse.seed=…} repeats a run.
 */
class ModelTest {
  private static final int STEPS = 12_000;
  private static final int MOST_JOBS = 40;
  private static final List<String> TOPICS = List.of("default", "other");
  private static final List<String> LIMITS = List.of("x", "y");

  @RegisterExtension static final Kernel kernel = new Kernel();

  private final long seed = Long.getLong("pulse.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<Lease> leases = new ArrayList<>();
  private final Map<Lease, UUID> leased = new java.util.HashMap<>();
  private final List<Long> workers = new ArrayList<>();
  private ModelJobs model = new ModelJobs();
  private List<Jobs> servers = List.of();

  @Test
  void theKernelDoesWhatTheModelSays() {
    System.out.println("ModelTest seed " + seed);
    servers = List.of(kernel.fresh(), kernel.fresh());
    var taken = new TreeMap<String, Integer>();
    for (int step = 0; step < STEPS; step++) {
      String name = "";
      try {
        if (model.jobs.size() >= MOST_JOBS) {
          startOver();
        }
        name = step();
        taken.merge(name, 1, Integer::sum);
        compare();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed %d, step %d (%s)".formatted(seed, step, name), e);
      }
    }
    System.out.println("ModelTest took " + taken);
    assertThat(taken.keySet())
        .as("every kind of step was taken")
        .hasSize(13)
        .allMatch(name -> taken.get(name) > 100);
  }

  private String step() {
    return switch ((Integer) random.nextInt(100)) {
      case Integer n when n < 2 -> limit();
      case Integer n when n < 22 -> submit();
      case Integer n when n < 42 -> claim();
      case Integer n when n < 66 -> report();
      case Integer n when n < 70 -> register();
      case Integer n when n < 74 -> beat();
      case Integer n when n < 79 -> advance();
      case Integer n when n < 85 -> promote();
      case Integer n when n < 88 -> reap();
      case Integer n when n < 90 -> leave();
      case Integer n when n < 95 -> cancel();
      default -> retry();
    };
  }

  private String submit() {
    UUID id = random.nextInt(8) == 0 ? anyJob() : UUID.randomUUID();
    int hours = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
    var hourly =
        new Backoff.Exponential(
            Duration.ofMinutes(ModelJobs.RETRY), 1, Duration.ofMinutes(ModelJobs.RETRY), 0);
    NewJob job =
        NewJob.named("j")
            .but()
            .id(id)
            .topic(anyOf(TOPICS))
            .priority(random.nextInt(3) - 1)
            .maxAttempts(1 + random.nextInt(3))
            .delay(Duration.ofHours(hours))
            .uniqueKey(random.nextInt(3) == 0 ? "key" + random.nextInt(4) : null)
            .backoff(hourly)
            .limits(LIMITS.stream().filter(_ -> random.nextInt(3) == 0).toList())
            .build();
    if (job.isUnhindered() && !workers.isEmpty() && random.nextBoolean()) {
      return submitTo(anyOf(workers), id, job);
    }
    assertThat(server().submit(job)).isEqualTo(model.submit(id, job, hours * 60L));
    return "submit";
  }

  /** Somebody waits for the job: it starts at once, unless another waits before it. */
  private String submitTo(long worker, UUID id, NewJob job) {
    boolean idle = !model.hasWaiting(job.topic());
    Submitted expected = model.submit(id, job, 0);
    Submitted submitted = server().submit(List.of(job), new long[] {worker}).getFirst();
    assertThat(submitted.existing()).isEqualTo(expected.existing());
    Assignment lent = submitted.lent();
    if (idle && !submitted.existing()) {
      assertThat(lent).as("nothing waited before it").isNotNull();
    }
    if (lent != null) {
      ModelJob started = model.start(id, worker);
      assertThat(lent.attempt()).isEqualTo(started.attempts());
      leases.add(lent.lease());
      leased.put(lent.lease(), lent.id());
    }
    return "submit to a worker";
  }

  private String limit() {
    String name = anyOf(LIMITS);
    int most = random.nextInt(5) - 1;
    var limits = new Limits(kernel.database());
    if (most < 0) {
      limits.delete(name);
      model.maxRunning.remove(name);
    } else {
      limits.set(name, Change.NOTHING.withMaxRunning(most), "model");
      model.maxRunning.put(name, most);
    }
    return "limit";
  }

  private String claim() {
    if (workers.isEmpty()) {
      return register();
    }
    long worker = anyOf(workers);
    int slots = 1 + random.nextInt(4);
    String topic = anyOf(TOPICS);
    long[] each = LongStream.generate(() -> worker).limit(slots).toArray();
    // Two servers: a mark may hide what the other made ready, a scan from the start may not.
    List<Assignment> claimed = server().claim(topic, each, true);
    List<ModelJob> expected = model.claim(topic, worker, slots);
    assertThat(claimed).extracting(Assignment::id).isEqualTo(ids(expected));
    for (int at = 0; at < claimed.size(); at++) {
      Assignment assignment = claimed.get(at);
      assertThat(assignment.attempt()).isEqualTo(expected.get(at).attempts());
      assertThat(assignment.lease().fence()).isEqualTo(expected.get(at).tries);
      leases.add(assignment.lease());
      leased.put(assignment.lease(), assignment.id());
    }
    return "claim";
  }

  /** By the holder of a lease, good or long lost. */
  private String report() {
    if (leases.isEmpty()) {
      return claim();
    }
    Lease lease = anyOf(leases);
    if (random.nextInt(20) == 0) {
      lease = new Lease(lease.job(), lease.worker(), lease.fence() + 1000);
      assertThat(report(lease, new Outcome.Succeeded(null))).isEqualTo(new Ack.FencedOut());
      return "report";
    }
    Outcome outcome =
        switch (random.nextInt(7)) {
          case 0, 1 -> new Outcome.Succeeded("1");
          case 2, 3 -> new Outcome.Failed("x");
          case 5 -> new Outcome.FailedFor("x", Duration.ofHours(1 + random.nextInt(2)));
          case 4 -> new Outcome.Snoozed(Duration.ofHours(1 + random.nextInt(2)));
          default -> new Outcome.FailedForGood("x");
        };
    ModelJob job = model.jobs.get(leased.get(lease));
    String said = job.attempts() + " " + AttemptOutcome.of(outcome);
    boolean good = model.report(job.id, lease.worker(), lease.fence(), outcome);
    Ack ack = report(lease, outcome);
    if (good) {
      assertThat(ack).isEqualTo(new Ack.Recorded(job.status));
    } else if (ack instanceof Ack.Recorded) {
      assertThat(job.history).as("a repeated report").anyMatch(line -> said.endsWith(tail(line)));
    }
    return "report";
  }

  private Ack report(Lease lease, Outcome outcome) {
    return server().report(List.of(new Report(lease, outcome))).getFirst();
  }

  private String register() {
    long worker =
        server()
            .register(new NewWorker("w", TOPICS, List.of(), Duration.ofMinutes(ModelJobs.LEASE)));
    workers.add(worker);
    model.register(worker);
    return "register";
  }

  private String beat() {
    if (workers.isEmpty()) {
      return register();
    }
    long worker = anyOf(workers);
    boolean alive = model.beat(worker);
    assertThat(server().beat(new long[] {worker}))
        .isEqualTo(alive ? java.util.Set.of(worker) : java.util.Set.of());
    return "beat";
  }

  /** An hour and a half: no due time is ever close to a whole number of these. */
  private String advance() {
    kernel.advance(Duration.ofMinutes(90));
    model.advance(90);
    return "advance";
  }

  private String promote() {
    assertThat(server().promote(1000, true)).isEqualTo(model.promote());
    return "promote";
  }

  private String reap() {
    assertThat(server().reap()).isEqualTo(model.reap());
    return "reap";
  }

  private String leave() {
    if (workers.isEmpty()) {
      return register();
    }
    long worker = workers.remove(random.nextInt(workers.size()));
    assertThat(server().leave(worker, "w")).isEqualTo(model.leave(worker));
    return "leave";
  }

  private String cancel() {
    if (model.jobs.isEmpty()) {
      return submit();
    }
    UUID id = anyJob();
    boolean done = true;
    try {
      server().cancel(id);
    } catch (JobRefused e) {
      assertThat(e.reason()).isEqualTo(JobRefused.Reason.ILLEGAL_TRANSITION);
      done = false;
    }
    assertThat(model.cancel(id)).isEqualTo(done);
    return "cancel";
  }

  private String retry() {
    if (model.jobs.isEmpty()) {
      return submit();
    }
    UUID id = anyJob();
    JobRefused.Reason refused = null;
    try {
      server().retry(id);
    } catch (JobRefused e) {
      refused = e.reason();
    }
    assertThat(refused).isEqualTo(model.retry(id));
    return "retry";
  }

  private void compare() {
    var actual = new TreeMap<UUID, String>();
    for (Job job : kernel.jobs().list(JobFilter.ANY, 500, null).items()) {
      actual.put(job.id(), job.status() + " " + job.attempts());
      assertThat(job.attempts()).isBetween(0, job.maxAttempts());
    }
    var expected = new TreeMap<UUID, String>();
    model.jobs.values().forEach(job -> expected.put(job.id, job.status + " " + job.attempts()));
    assertThat(actual).isEqualTo(expected);
    assertThat(
            kernel.number(
                """
                SELECT (SELECT count(*) FROM pulse.ready) + (SELECT count(*) FROM pulse.later)
                  + (SELECT count(*) FROM pulse.running) + (SELECT count(*) FROM pulse.finished)
                """))
        .as("every job stands in exactly one place")
        .isEqualTo(model.jobs.size());
    if (!model.jobs.isEmpty() && random.nextInt(10) == 0) {
      ModelJob job = model.jobs.get(anyJob());
      List<String> ended =
          kernel.history(job.id).stream().filter(line -> !line.endsWith(" null")).toList();
      assertThat(ended).isEqualTo(job.history);
    }
  }

  private void startOver() {
    kernel.beforeEach(null);
    model = new ModelJobs();
    servers = List.of(kernel.fresh(), kernel.fresh());
    leases.clear();
    leased.clear();
    workers.clear();
  }

  private Jobs server() {
    return anyOf(servers);
  }

  private UUID anyJob() {
    return model.jobs.isEmpty() ? UUID.randomUUID() : anyOf(List.copyOf(model.jobs.keySet()));
  }

  private <T> T anyOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static List<UUID> ids(Collection<ModelJob> jobs) {
    return jobs.stream().map(job -> job.id).toList();
  }

  private static String tail(String line) {
    return line.substring(line.indexOf(' '));
  }
}
