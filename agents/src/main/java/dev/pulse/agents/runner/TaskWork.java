package dev.pulse.agents.runner;

import dev.pulse.JobContext;
import dev.pulse.agents.branch.BranchTrouble;
import dev.pulse.agents.branch.Landed;
import dev.pulse.agents.branch.TaskBranch;
import dev.pulse.agents.branch.TaskPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt at a task: agents work on its branch, step by step, from the first step that is not
 * done; then the branch is merged as it was asked for. The attempt succeeds only when that did (G3,
 * G6).
 */
final class TaskWork {
  private final Path home;
  private final Order order;
  private final TaskOrder task;
  private final Hands hands;
  private final List<String> steps;
  private final Tally tally = new Tally();
  private final Map<String, Object> more = new LinkedHashMap<>();

  /** Who does the work. */
  interface Hands {
    Attempt.Ended agent(Order part, Path folder, Step step) throws IOException;

    /** Runs a line of the repository's owner; answers what went wrong, or nothing. */
    String command(String line, Path folder, Map<String, String> env);
  }

  /**
   * Which part of the task it is.
   *
   * @param number from 1
   * @param of 0: the task has no steps
   */
  record Step(int number, int of) {
    Map<String, String> env() {
      return of == 0
          ? Map.of()
          : Map.of("PULSE_STEP", Integer.toString(number), "PULSE_STEPS", Integer.toString(of));
    }

    /** In the name of its log. */
    String suffix() {
      return of == 0 ? "" : "-" + number;
    }
  }

  /**
   * How it went.
   *
   * @param more what the result tells beside what agents tell
   */
  record Ended(Attempt.Ended ended, Map<String, Object> more) {}

  TaskWork(Path home, Order order, TaskOrder task, Hands hands) {
    this.home = home;
    this.order = order;
    this.task = task;
    this.hands = hands;
    this.steps = task.steps().isEmpty() ? List.of(order.prompt()) : task.steps();
    more.put("branch", task.branch());
  }

  /**
   * Works until it is done or cannot go on.
   *
   * @throws BranchTrouble somebody else is at work on the branch
   */
  Ended run(JobContext job) throws InterruptedException, BranchTrouble {
    var place =
        new TaskPlace(
            task.id(),
            task.project(),
            home.resolve(task.repository()).normalize(),
            task.base(),
            task.branch(),
            task.mrCommand());
    try (TaskBranch branch = TaskBranch.open(home, place, job.id(), steps)) {
      Attempt.Ended ended = worked(branch);
      if (isOver(job, ended.verdict())) {
        leave(job, branch, ended.verdict());
      }
      return new Ended(ended, more);
    } catch (BranchTrouble e) {
      if (e.kind() == BranchTrouble.Kind.BUSY) {
        throw e;
      }
      return new Ended(failed(e), more);
    } catch (IOException e) {
      return new Ended(failed(String.valueOf(e.getMessage()), false), more);
    }
  }

  private Attempt.Ended worked(TaskBranch branch)
      throws IOException, InterruptedException, BranchTrouble {
    Optional<Landed> before = branch.landed();
    if (before.isPresent()) {
      tell(before.get());
      return tally.total();
    }
    try {
      while (branch.done() < steps.size()) {
        int step = branch.done();
        tally.add(hands.agent(part(step), folder(branch), step(step)));
        if (!(tally.total().verdict() instanceof Verdict.Done
            || tally.total().verdict() instanceof Verdict.NoWork)) {
          return tally.total();
        }
        branch.complete(message(step));
        tellSteps(branch);
      }
      tell(branch.land(task.merge(), line -> hands.command(line, branch.folder(), request())));
      return tally.total();
    } catch (BranchTrouble e) {
      return failed(e);
    }
  }

  private Order part(int step) {
    String prompt =
        task.steps().isEmpty()
            ? order.prompt()
            : "%s%n%nStep %d of %d, the only one to do now: %s"
                .formatted(order.prompt(), step + 1, steps.size(), steps.get(step));
    return task.steps().isEmpty() ? order : order.part(prompt, step + 1 == steps.size());
  }

  private Step step(int step) {
    return new Step(step + 1, task.steps().size());
  }

  /** The worktree, or the folder of it that was asked for. */
  private Path folder(TaskBranch branch) throws IOException {
    Path tree = branch.folder();
    String told = order.workdir();
    Path folder = told == null ? tree : tree.resolve(told).normalize();
    if (!folder.startsWith(tree) || !Files.isDirectory(folder)) {
      throw new IOException("the worktree of %s has no folder %s".formatted(task.branch(), told));
    }
    return folder;
  }

  private String message(int step) {
    String what =
        task.steps().isEmpty()
            ? "what " + order.agent() + " left uncommitted"
            : steps.get(step).lines().findFirst().orElse("");
    return task.id() + ": " + what;
  }

  private Map<String, String> request() {
    return Map.of(
        "PULSE_TASK", task.id(),
        "PULSE_PROJECT", task.project(),
        "PULSE_BRANCH", task.branch(),
        "PULSE_BASE_BRANCH", task.base());
  }

  /** Whether no further attempt will come to the worktree soon. */
  private static boolean isOver(JobContext job, Verdict verdict) {
    return switch (verdict) {
      case Verdict.Done _, Verdict.NoWork _, Verdict.Suspended _ -> true;
      case Verdict.Failed(_, boolean forGood) -> forGood || job.attempt() >= job.maxAttempts();
      case Verdict.Killed _ -> job.attempt() >= job.maxAttempts();
      case Verdict.RateLimited _, Verdict.Canceled _ -> false;
    };
  }

  private void leave(JobContext job, TaskBranch branch, Verdict verdict)
      throws IOException, InterruptedException {
    if (branch.landed().isEmpty()) {
      try {
        branch.keep(
            "%s: unfinished work of %s, attempt %d"
                .formatted(task.id(), order.agent(), job.attempt()));
      } catch (BranchTrouble e) {
        job.log(verdict.word() + ": " + e.getMessage());
      }
    }
    branch.leave().ifPresent(kept -> more.put("worktree", kept.toString()));
  }

  private void tell(Landed end) {
    more.put("commit", end.commit());
    if (end.merged()) {
      more.put("merged", true);
    }
  }

  private void tellSteps(TaskBranch branch) {
    if (!task.steps().isEmpty()) {
      more.put("steps_done", branch.done());
    }
  }

  private Attempt.Ended failed(BranchTrouble trouble) {
    return failed(
        String.valueOf(trouble.getMessage()), trouble.kind() == BranchTrouble.Kind.FOR_GOOD);
  }

  private Attempt.Ended failed(String problem, boolean forGood) {
    more.put("problem", problem);
    Attempt.Ended all = tally.total();
    return new Attempt.Ended(
        new Verdict.Failed(problem, forGood), all.told(), all.output(), all.exit(), all.took());
  }
}
