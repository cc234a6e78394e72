package dev.pulse.cli;

import dev.pulse.JobContext;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.RawHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a job with a command of the user's (C2). */
final class ShellHandler implements RawHandler {
  /** What a node of a run says to wait: the signal, and then the question. */
  private static final Pattern SUSPEND = Pattern.compile("(?s)SUSPEND[ \\t]+(\\S+)\\s*(.*)");

  private static final int LONGEST_QUESTION = 4000;

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
      return outcome(exit, pipes, job);
    } catch (InterruptedException e) {
      tree.end(grace);
      if (leaving.hasBegun()) {
        return Outcome.snooze(Duration.ZERO); // not the job's fault, so it costs no attempt
      }
      throw e;
    }
  }

  private Outcome outcome(int exit, Pipes pipes, JobContext job) {
    return switch (exit) {
      case 0 -> done(pipes, job);
      case TRY_LATER -> Outcome.snooze(snooze);
      default ->
          Outcome.fail("exit " + exit + pipes.lastWords().map(words -> ": " + words).orElse(""));
    };
  }

  private static Outcome done(Pipes pipes, JobContext job) {
    Matcher suspends = SUSPEND.matcher(pipes.text());
    if (job.node().isPresent() && suspends.matches()) {
      String question = suspends.group(2).strip();
      String bounded = question.substring(0, Math.min(question.length(), LONGEST_QUESTION));
      return new Outcome.Suspended(suspends.group(1), null, bounded.isEmpty() ? null : bounded);
    }
    return pipes
        .result()
        .<Outcome>map(text -> Outcome.done(Json.of(text)))
        .orElseGet(Outcome::done);
  }
}
