package dev.pulse.benchmarks.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Who takes part, in this order; each in a process of its own. */
enum Entrant {
  RAW((jdbc, _) -> new RawLayout(jdbc)),
  PLAIN((jdbc, _) -> new PlainTable(jdbc)),
  PULSE(PulseQueue::new),
  GRAPHILE("graphile.mjs"),
  PGBOSS("pgboss.mjs"),
  DBSCHEDULER((jdbc, _) -> new DbScheduler(jdbc)),
  JOBRUNR((jdbc, _) -> new JobRunrQueue(jdbc)),
  QUARTZ((jdbc, _) -> new QuartzQueue(jdbc)),
  DBOS((jdbc, _) -> new DbosQueue(jdbc));

  private interface Opening {
    JobQueue queue(String jdbc, String serverJvm) throws Exception;
  }

  private final Opening opening;
  private final String script;

  /** On the JVM. */
  Entrant(Opening opening) {
    this.opening = opening;
    this.script = "";
  }

  /** On Node. */
  Entrant(String script) {
    this.opening =
        (_, _) -> {
          throw new IllegalStateException(script + " is no queue of the JVM's");
        };
    this.script = script;
  }

  /** The queue itself, in this process. */
  JobQueue queue(String jdbc, String serverJvm) throws Exception {
    return opening.queue(jdbc, serverJvm);
  }

  /**
   * Starts its process.
   *
   * @throws java.io.IOException where it cannot take part here
   */
  Contestant enter(String jdbc, Choice choice) throws Exception {
    if (!script.isEmpty()) {
      Path folder = NodePackages.folder();
      return Driven.start(folder, List.of("node", script, Arena.url(jdbc)));
    }
    var command = new ArrayList<String>(ServerProcess.java(List.of("-Xmx2g")));
    command.addAll(List.of(Driver.class.getName(), name(), jdbc, choice.jvm()));
    return Driven.start(Path.of("").toAbsolutePath(), command);
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
