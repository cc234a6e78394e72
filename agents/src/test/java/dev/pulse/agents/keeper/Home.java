package dev.pulse.agents.keeper;

import static org.awaitility.Awaitility.await;

import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * A home with a fleet, a keeper on it whose clock stands still, and a worker of the SDK that plays
 * the agents by a script.
 */
final class Home implements AutoCloseable {
  static final KeeperConfig CONFIG =
      new KeeperConfig(
          2,
          Duration.ofMinutes(15),
          Duration.ofMillis(50),
          Duration.ofMillis(50),
          false,
          Duration.ofSeconds(10));

  static final Duration PATIENCE = Duration.ofMinutes(1);

  /** One run, as the worker that plays the agent saw it. */
  record Call(UUID job, String agent, String prompt, String preamble, Map<String, String> env) {
    String state() {
      return env.get("PULSE_STATE");
    }
  }

  /** How an agent plays; throwing and blocking are allowed. */
  interface Script {
    Outcome play(Call call) throws Exception;
  }

  record Args(
      String agent, String prompt, String preamble, String workdir, Map<String, String> env) {}

  final TestTime time = new TestTime();
  final List<Call> calls = new CopyOnWriteArrayList<>();
  final Map<String, KnownAgent> agents = new ConcurrentHashMap<>();
  private final Pulse pulse;
  private final Path folder;
  private final Worker worker;
  private final Set<String> begun = new HashSet<>();
  private volatile Script script = _ -> done();
  private KeeperConfig config = CONFIG;
  private Keeper keeper;

  Home(Pulse pulse, Path folder) {
    this.pulse = pulse;
    this.folder = folder;
    agents.put("writer", new KnownAgent(null, List.of(), List.of()));
    this.worker =
        pulse
            .worker()
            .topic("agents")
            .concurrency(64)
            .closeWithin(Duration.ZERO)
            .handle(
                "agent",
                Args.class,
                (args, job) -> {
                  var call =
                      new Call(job.id(), args.agent(), args.prompt(), args.preamble(), args.env());
                  calls.add(call);
                  return script.play(call);
                })
            .start();
  }

  static Outcome done() {
    return Outcome.done(Map.of("outcome", "DONE", "output", "did it"));
  }

  static Outcome noWork() {
    return Outcome.done(Map.of("outcome", "NO_WORK", "output", "NO-WORK today"));
  }

  Home with(KeeperConfig other) {
    config = other;
    return this;
  }

  Home playing(Script script) {
    this.script = script;
    return this;
  }

  Home writing(String file, String text) {
    try {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      Path aside = path.resolveSibling("." + path.getFileName() + ".new");
      Files.writeString(aside, text);
      Files.move(aside, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fleet of one: wren, in the canonical day, without a breather between ticks. */
  Home withWren() {
    return writing("lifecycle.org", Org.CANONICAL)
        .writing(
            "fleet.org",
            """
            * wren
            :PROPERTIES:
            :DEF: agents/writer.md
            :LIFECYCLE: lifecycle.org
            :INTERVAL: continuous
            :END:
            """);
  }

  Path path(String file) {
    return folder.resolve(file);
  }

  /** The content of one of an agent's small files; empty when there is none. */
  Optional<String> small(String agent, String name) {
    try {
      Path file = folder.resolve("keeper").resolve(agent).resolve(name);
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Keeper keeper() {
    return keeper;
  }

  Home start() {
    keeper =
        Keeper.start(pulse, folder, name -> Optional.ofNullable(agents.get(name)), config, time);
    return this;
  }

  /** As far as its files can tell, a stop is a kill: whatever was under way stays as it was. */
  Home stop() {
    keeper.close();
    return this;
  }

  AgentStatus status(String agent) {
    return keeper.status().stream()
        .filter(status -> status.name().equals(agent))
        .findFirst()
        .orElseThrow();
  }

  void until(String agent, Predicate<AgentStatus> condition) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                keeper.status().stream()
                    .anyMatch(s -> s.name().equals(agent) && condition.test(s)));
  }

  void pass(Duration duration) {
    time.advance(duration);
    keeper.recheck();
  }

  /** Lets time pass until the agent ticks, and its tick end. Answers when the next one is. */
  Duration tick(String agent) {
    Instant at = begin(agent);
    until(agent, status -> at.equals(status.lastRun()) && !status.running());
    return Duration.between(at, status(agent).nextRun());
  }

  /** Lets time pass until the agent ticks, and its run start. */
  void tickAndRun(String agent) {
    int before = begun.contains(agent) ? calls.size() : 0;
    Instant _ = begin(agent);
    await().atMost(PATIENCE).until(() -> calls.size() > before);
  }

  /** The first agent's first tick needs no time to pass. */
  private Instant begin(String agent) {
    if (!begun.add(agent)) {
      until(agent, status -> !status.running());
      time.set(status(agent).nextRun());
      keeper.recheck();
    }
    return time.instant();
  }

  /** Lets time pass until it has been killed. When it started is known only to the keeper. */
  Duration untilKilled(String agent) {
    Instant from = time.instant();
    await()
        .atMost(PATIENCE)
        .pollInterval(CONFIG.look())
        .until(
            () -> {
              boolean killed = "KILLED".equals(status(agent).lastOutcome());
              if (!killed) {
                pass(Duration.ofSeconds(30)); // less than any interval
              }
              return killed;
            });
    return Duration.between(from, time.instant());
  }

  @Override
  public void close() {
    keeper.close();
    worker.close();
    for (String topic : List.of("agents", "keeper")) {
      pulse
          .jobs(JobFilter.all().topic(topic).status(JobStatus.PENDING))
          .forEach(job -> pulse.cancel(job.id()));
    }
  }
}
