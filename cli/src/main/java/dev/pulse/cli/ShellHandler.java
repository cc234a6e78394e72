package dev.pulse.cli;

import dev.pulse.JobContext;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.RawHandler;
import java.io.IOException;
import java.time.Duration;

/** Runs a job with a command of the user's (C2). */
final class ShellHandler implements RawHandler {
  /** What sendmail and its kin say for "try again later". */
  private static final int TRY_LATER = 75;

  private static final Duration SOON = Duration.ofSeconds(1);

  private final String command;
  private final Duration grace;
  private final Duration snooze;
  private final Leaving leaving;

  ShellHandler(String command, Duration grace, Duration snooze, Leaving leaving) {
    this.command = command;
    this.grace = grace;
    this.snooze = snooze;
    this.leaving = leaving;
  }

  @Override
  public Outcome handle(JobContext job) throws IOException, InterruptedException {
    ProcessTree tree = ProcessTree.start(command, job);
    var pipes = new Pipes(tree.root(), job.rawArgs().text(), job::log);
    try {
      int exit = tree.root().waitFor();
      tree.sweep();
      if (!pipes.drainedWithin(SOON)) {
        // What was left behind holds the pipes and does not listen.
        tree.end(grace);
        pipes.drainedWithin(SOON);
      }
      return outcome(exit, pipes);
    } catch (InterruptedException e) {
      tree.end(grace);
      if (leaving.hasBegun()) {
        return Outcome.snooze(Duration.ZERO); // not the job's fault, so it costs no attempt
      }
      throw e;
    }
  }

  private Outcome outcome(int exit, Pipes pipes) {
    return switch (exit) {
      case 0 ->
          pipes.result().<Outcome>map(text -> Outcome.done(Json.of(text))).orElseGet(Outcome::done);
      case TRY_LATER -> Outcome.snooze(snooze);
      default ->
          Outcome.fail("exit " + exit + pipes.lastWords().map(words -> ": " + words).orElse(""));
    };
  }
}
