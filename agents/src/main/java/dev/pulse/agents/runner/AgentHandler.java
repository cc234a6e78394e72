package dev.pulse.agents.runner;

import dev.pulse.JobContext;
import dev.pulse.Outcome;
import dev.pulse.RawHandler;
import dev.pulse.agents.branch.BranchTrouble;
import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.registry.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs {@code agent} jobs (A2). */
final class AgentHandler implements RawHandler {
  private static final Logger log = LoggerFactory.getLogger(AgentHandler.class);

  /** What the server needs to know and no agent does. */
  private static final Set<String> SECRET =
      Set.of("PULSE_AUTH_USERS", "PULSE_DATABASE_URL", "PULSE_TLS_KEY", "PULSE_TLS_CERT");

  /** A runner that stops reports within the SDK's own patience. */
  private static final Duration LEAVING_GRACE = Duration.ofSeconds(2);

  /** A branch that another attempt is at work on is looked at again. */
  private static final Duration BUSY = Duration.ofSeconds(5);

  private final Path home;
  private final Agents agents;
  private final RunnerOptions options;
  private final Links links;
  private final Census census;
  private final Sighting self;
  private final InstantSource clock;
  private final Accounts accounts;
  private volatile boolean leaving;

  AgentHandler(Path home, Agents agents, RunnerOptions options, Links links, InstantSource clock) {
    this.home = home;
    this.agents = agents;
    this.options = options;
    this.links = links;
    this.clock = clock;
    this.census = Census.ofThisMachine();
    this.self = census.self();
    this.accounts = new Accounts(clock);
  }

  /** From now on who is interrupted was not canceled. */
  void leave() {
    leaving = true;
  }

  @Override
  public Outcome handle(JobContext job) throws InterruptedException {
    Order order;
    try {
      order = Order.read(job.rawArgs());
    } catch (IllegalArgumentException e) {
      return Outcome.failForGood(String.valueOf(e.getMessage()));
    }
    Optional<Agent> agent = agents.find(order.agent());
    if (agent.isEmpty()) {
      return Outcome.fail(unknown(order.agent()));
    }
    Optional<Instant> parked = account(agent.get()).flatMap(accounts::parkedUntil);
    if (parked.isPresent()) {
      return Outcome.snooze(until(parked.get()));
    }
    return attempt(job, order, agent.get());
  }

  /** The limit that stands for the account an agent uses; a program has none but its own. */
  static Optional<String> account(Agent agent) {
    return agent.bounds().limits().stream()
        .findFirst()
        .or(
            () ->
                switch (agent.program()) {
                  case Program.Llm llm -> Optional.of(llm.cli().program());
                  case Program.Command _ -> Optional.empty();
                });
  }

  private Outcome attempt(JobContext job, Order order, Agent agent) throws InterruptedException {
    try {
      return tried(job, order, agent);
    } catch (IOException e) {
      return Outcome.fail(String.valueOf(e.getMessage()));
    }
  }

  private Outcome tried(JobContext job, Order order, Agent agent)
      throws IOException, InterruptedException {
    try {
      TaskOrder task = order.task();
      return task == null ? plain(job, order, agent) : task(job, order, task, agent);
    } catch (InterruptedException e) {
      if (leaving) {
        return Outcome.snooze(Duration.ZERO); // not the job's fault, so it costs no attempt
      }
      throw e;
    }
  }

  private Outcome plain(JobContext job, Order order, Agent agent)
      throws IOException, InterruptedException {
    Workplace workplace = Workplace.open(home, agent, order.workdir(), job.id());
    String log = job.attempt() + ".log";
    Attempt.Ended ended =
        attempt(job, order, agent, scene(job, workplace.folder(), log, env(job, order, agent)));
    Path worktree = workplace.leave();
    return outcome(
        job, agent, ended, worktree == null ? Map.of() : Map.of("worktree", worktree.toString()));
  }

  /** An agent of its own for each step, in a worktree of the task's project. */
  private Outcome task(JobContext job, Order order, TaskOrder task, Agent agent)
      throws IOException, InterruptedException {
    var hands =
        new TaskWork.Hands() {
          @Override
          public Attempt.Ended agent(Order part, Path folder, TaskWork.Step step)
              throws IOException {
            Map<String, String> env = env(job, order, agent);
            env.putAll(step.env());
            String log = job.attempt() + step.suffix() + ".log";
            return attempt(job, part, agent, scene(job, folder, log, env));
          }

          @Override
          public String command(String line, Path folder, Map<String, String> more) {
            Map<String, String> env = env(job, order, agent);
            env.putAll(more);
            var scene = scene(job, folder, job.attempt() + ".mr.log", env);
            return new ShellLine(scene, text -> links.log(job, text)).run(line);
          }
        };
    try {
      TaskWork.Ended ended = new TaskWork(home, order, task, hands).run(job);
      return outcome(job, agent, ended.ended(), ended.more());
    } catch (BranchTrouble e) {
      links.log(job, e.getMessage() + "; waiting\n");
      return Outcome.snooze(BUSY);
    }
  }

  private Attempt.Ended attempt(JobContext job, Order order, Agent agent, Attempt.Scene scene)
      throws IOException {
    return new Attempt(agent, order, scene, text -> links.log(job, text)).run();
  }

  private Attempt.Scene scene(JobContext job, Path folder, String log, Map<String, String> env) {
    return new Attempt.Scene(
        folder,
        env,
        home.resolve("logs").resolve(job.id().toString()).resolve(log),
        Leash.of(home, self, job.id(), job.attempt()),
        () -> leaving ? LEAVING_GRACE : options.grace(),
        census,
        clock);
  }

  private Map<String, String> env(JobContext job, Order order, Agent agent) {
    var env = new HashMap<>(System.getenv());
    env.keySet().removeAll(SECRET);
    if (agent.program() instanceof Program.Llm llm) {
      Adapter adapter = Adapter.of(llm.cli());
      env.keySet().removeAll(adapter.hidden());
      env.putAll(adapter.env());
    }
    env.putAll(options.env());
    env.putAll(agent.place().env());
    env.putAll(order.env());
    env.put("PULSE_JOB_ID", job.id().toString());
    env.put("PULSE_ATTEMPT", Integer.toString(job.attempt()));
    env.put("PULSE_HOME", home.toString());
    env.put("PULSE_AGENT", agent.name());
    job.node().ifPresent(node -> env.putAll(node.environment()));
    return env;
  }

  private Outcome outcome(
      JobContext job, Agent agent, Attempt.Ended ended, Map<String, Object> more) {
    Map<String, Object> result = result(ended);
    result.putAll(more);
    return switch (ended.verdict()) {
      case Verdict.Done _, Verdict.NoWork _ -> {
        account(agent).ifPresent(accounts::worked);
        yield Outcome.done(result);
      }
      case Verdict.Failed(String reason, boolean forGood) -> links.failed(reason, forGood, result);
      case Verdict.Killed(String reason) -> links.failed("killed: " + reason, false, result);
      case Verdict.RateLimited(RateLimit limit) -> limited(agent, limit);
      case Verdict.Suspended(String signal, String question) ->
          links.suspended(job, signal, question, result);
      case Verdict.Canceled _ when leaving ->
          Outcome.snooze(Duration.ZERO); // not the job's fault, so it costs no attempt
      case Verdict.Canceled _ -> links.failed("canceled", false, result);
    };
  }

  private Outcome limited(Agent agent, RateLimit limit) {
    String account = account(agent).orElse(agent.name());
    Instant until = accounts.park(account, limit);
    log.info("{} is parked until {}: {}", account, until, limit.reason());
    links.park(account, until, limit.reason());
    return Outcome.snooze(until(until));
  }

  private Duration until(Instant time) {
    Duration wait = Duration.between(clock.instant(), time);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /** What stands in the job's result, and with a failed attempt. */
  private static Map<String, Object> result(Attempt.Ended ended) {
    Told told = ended.told();
    var result = new LinkedHashMap<String, @Nullable Object>();
    result.put("outcome", ended.verdict().word());
    result.put("output", ended.output());
    result.put("exit_code", ended.exit());
    result.put("duration_ms", ended.took().toMillis());
    result.put("session", told.session());
    result.put("turns", told.turns());
    result.put("input_tokens", told.inputTokens());
    result.put("output_tokens", told.outputTokens());
    result.put("cost_usd", told.costUsd());
    var known = new LinkedHashMap<String, Object>();
    result.forEach(
        (key, value) -> {
          if (value != null) {
            known.put(key, value);
          }
        });
    return known;
  }

  private String unknown(String name) {
    String wrong =
        agents.problems().stream()
            .filter(problem -> problem.fatal())
            .filter(problem -> problem.file().endsWith(name + ".md"))
            .map(problem -> problem.toString())
            .findFirst()
            .orElse("there are " + String.join(", ", agents.names()));
    return "no agent %s: %s".formatted(name, wrong);
  }
}
