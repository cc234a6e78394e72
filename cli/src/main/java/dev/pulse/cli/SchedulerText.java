package dev.pulse.cli;

import dev.pulse.Cycle;
import dev.pulse.SchedulerStatus;
import dev.pulse.Sling;
import java.util.List;
import java.util.Locale;

/** The scheduler of slung tasks as people see it. */
final class SchedulerText {
  private SchedulerText() {}

  static void status(SchedulerStatus status, Screen screen) {
    SchedulerStatus.Paused paused = status.paused();
    if (paused != null) {
      screen.alarm(
          "PAUSED",
          "by %s (%s): %s"
              .formatted(paused.actor(), Ago.of(paused.since(), screen.now()), paused.reason()));
    }
    screen.fact("mode", mode(status));
    screen.fact("agents", agents(status));
    screen.fact("queued", queued(status));
    if (status.runners() == 0) {
      screen.alarm("runners", "none is connected: no agent can start (pulse up, pulse runner)");
    } else {
      screen.fact("runners", status.runners() + " connected");
    }
    screen.fact("last cycle", last(status, screen));
    if (status.projects().size() > 1) {
      screen.line("");
      screen.table(projects(status));
    }
  }

  private static String mode(SchedulerStatus status) {
    return status.maxAgents() > 0
        ? "deferred: at most %,d agents, %,d a cycle"
            .formatted(status.maxAgents(), status.batchSize())
        : "direct: tasks go to agents as they are slung";
  }

  /** Those about to start hold a slot as those that run do. */
  private static String agents(SchedulerStatus status) {
    long starting = Math.max(0, status.active() - status.running());
    String who =
        starting == 0
            ? "%,d running".formatted(status.running())
            : "%,d running, %,d starting".formatted(status.running(), starting);
    return status.maxAgents() > 0
        ? "%s (%s)".formatted(Bar.of("", status.active(), status.maxAgents()).strip(), who)
        : who;
  }

  private static String queued(SchedulerStatus status) {
    return status.scheduled() == 0
        ? "nothing"
        : "%,d: %,d ready, %,d blocked"
            .formatted(status.scheduled(), status.ready(), status.blocked());
  }

  private static String last(SchedulerStatus status, Screen screen) {
    SchedulerStatus.LastCycle last = status.lastCycle();
    if (last == null) {
      return "none yet";
    }
    return "%,d dispatched%s, bound by %s (%s)"
        .formatted(
            last.dispatched(),
            last.failed() == 0 ? "" : ", %,d failed".formatted(last.failed()),
            last.reason().replace('_', ' '),
            Ago.of(last.at(), screen.now()));
  }

  private static Table projects(SchedulerStatus status) {
    var table =
        new Table(
            Table.Column.of("PROJECT"),
            Table.Column.whole("QUEUED"),
            Table.Column.whole("READY"),
            Table.Column.whole("BLOCKED"));
    for (SchedulerStatus.Queue queue : status.projects()) {
      table.row(
          Table.Cell.of(queue.project()),
          Table.Cell.of(queue.scheduled()),
          Table.Cell.of(queue.ready()),
          Table.Cell.of(queue.scheduled() - queue.ready()));
    }
    return table;
  }

  /** By project, oldest first, as the server answers; who is blocked says by what. */
  static void slings(List<Sling> slings, Screen screen) {
    var table =
        new Table(
            Table.Column.of("PROJECT"),
            Table.Column.whole("TASK"),
            Table.Column.whole("STATE"),
            Table.Column.of("TITLE"),
            Table.Column.of("WHY"),
            Table.Column.whole("AGE"));
    for (Sling sling : slings) {
      table.row(
          Table.Cell.of(sling.project()),
          Table.Cell.of(sling.task()),
          screen.state(state(sling)),
          Table.Cell.of(sling.title()),
          Table.Cell.of(why(sling)),
          Table.Cell.of(Ago.of(sling.enqueuedAt(), screen.now()).replace(" ago", "")));
    }
    screen.table(table);
  }

  private static String state(Sling sling) {
    if (sling.state().equals("scheduled")) {
      return sling.blockedBy().isEmpty() ? "ready" : "blocked";
    }
    return sling.outcome() == null ? sling.state() : sling.outcome();
  }

  private static String why(Sling sling) {
    if (!sling.blockedBy().isEmpty()) {
      return "waits for " + String.join(", ", sling.blockedBy());
    }
    if (sling.lastFailure() == null) {
      return "";
    }
    return sling.dispatchFailures() == 0
        ? sling.lastFailure()
        : "failed %d×: %s".formatted(sling.dispatchFailures(), sling.lastFailure());
  }

  /** What a cycle did, or would do: the same lines for both. */
  static void cycle(Cycle cycle, Screen screen) {
    for (Cycle.Step step : cycle.steps()) {
      String failure = step.failure();
      screen.line(
          failure == null
              ? "%s  to %s  %s".formatted(step.task(), step.agent(), step.title())
              : "%s  failed  %s".formatted(step.task(), failure));
    }
    String word = cycle.dryRun() ? "would be dispatched" : "dispatched";
    screen.line(
        String.format(
            Locale.ROOT,
            "%,d %s; bound by %s. %s",
            cycle.dispatched(),
            word,
            cycle.reason().replace('_', ' '),
            cycle.message()));
  }
}
