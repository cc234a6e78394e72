package dev.pulse.benchmarks.peers;

import java.util.Locale;

/** Who takes part, in this order. */
enum Entrant {
  RAW {
    @Override
    Contestant enter(String jdbc, Choice choice) {
      return new InProcess(new RawLayout(jdbc));
    }
  },
  PLAIN {
    @Override
    Contestant enter(String jdbc, Choice choice) throws Exception {
      return new InProcess(new PlainTable(jdbc));
    }
  },
  PULSE {
    @Override
    Contestant enter(String jdbc, Choice choice) throws Exception {
      return new InProcess(new PulseQueue(jdbc, choice.jvm()));
    }
  },
  GRAPHILE {
    @Override
    Contestant enter(String jdbc, Choice choice) throws Exception {
      return Driven.start(NodePackages.folder(), "graphile.mjs", jdbc, 40_000);
    }
  },
  PGBOSS {
    @Override
    Contestant enter(String jdbc, Choice choice) throws Exception {
      return Driven.start(NodePackages.folder(), "pgboss.mjs", jdbc, 20_000);
    }
  },
  DBSCHEDULER {
    @Override
    Contestant enter(String jdbc, Choice choice) throws Exception {
      return new InProcess(new DbScheduler(jdbc));
    }
  },
  JOBRUNR {
    @Override
    Contestant enter(String jdbc, Choice choice) {
      return new InProcess(new JobRunrQueue(jdbc));
    }
  },
  QUARTZ {
    @Override
    Contestant enter(String jdbc, Choice choice) throws Exception {
      return new InProcess(new QuartzQueue(jdbc));
    }
  },
  DBOS {
    @Override
    Contestant enter(String jdbc, Choice choice) {
      return new InProcess(new DbosQueue(jdbc));
    }
  };

  /**
   * @throws java.io.IOException where it cannot take part here
   */
  abstract Contestant enter(String jdbc, Choice choice) throws Exception;

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
