package dev.pulse.agents.runner;

import dev.pulse.Pulse;
import dev.pulse.Worker;
import dev.pulse.WorkerBuilder;
import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Agents;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the agents of a home: takes {@code agent} jobs from the topic {@code agents}, as many as it
 * has slots, until it is closed.
 */
public final class Runner implements AutoCloseable {
  /** The topic of agent jobs. */
  public static final String TOPIC = "agents";

  /** The name of agent jobs. */
  public static final String JOB = "agent";

  private static final Logger log = LoggerFactory.getLogger(Runner.class);

  private final AgentHandler handler;
  private final Worker worker;
  private final LogFolders logs;
  private final Bulletin bulletin;

  private Runner(AgentHandler handler, Worker worker, LogFolders logs, Bulletin bulletin) {
    this.handler = handler;
    this.worker = worker;
    this.logs = logs;
    this.bulletin = bulletin;
  }

  /** Ends what earlier runners of this home left running, and begins to take jobs. */
  public static Runner start(Pulse pulse, Path home, RunnerOptions options) {
    return start(pulse, home, options, new ServerLinks(pulse));
  }

  static Runner start(Pulse pulse, Path home, RunnerOptions options, Links links) {
    Path place = home.toAbsolutePath().normalize();
    int swept = Orphans.sweep(place, Census.ofThisMachine(), options.grace());
    if (swept > 0) {
      log.warn("ended {} agents that an earlier runner had left running", swept);
    }
    var clock = InstantSource.system();
    var agents = Agents.in(place);
    var handler = new AgentHandler(place, agents, options, links, clock);
    WorkerBuilder worker =
        pulse
            .worker()
            .topic(TOPIC)
            .concurrency(options.slots())
            .closeWithin(options.drain())
            .handle(JOB, handler);
    if (options.name() != null) {
      worker.name(options.name());
    }
    return new Runner(
        handler,
        worker.start(),
        LogFolders.tend(place.resolve("logs"), clock),
        new Bulletin(agents, links).start());
  }

  /**
   * What an agent's jobs should count against: the limits of its file, or else the one that stands
   * for the account behind its command line. A limit that nobody has set hinders nobody, until the
   * runner parks it.
   */
  public static List<String> limits(Agent agent) {
    return agent.bounds().limits().isEmpty()
        ? AgentHandler.account(agent).stream().toList()
        : agent.bounds().limits();
  }

  /** The name the server knows it by. */
  public String name() {
    return worker.name();
  }

  /**
   * Takes no more jobs, lets the running agents go on for the drain, then ends them; their jobs run
   * again elsewhere and it costs them no attempt.
   */
  @Override
  public void close() {
    bulletin.close();
    logs.close();
    handler.leave();
    worker.close();
  }
}
