package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.NewTask;
import dev.pulse.Project;
import dev.pulse.Pulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Projects with real repositories, and an agent that writes down when it works. */
final class Village {
  private final Path home;
  private final Path diary;

  Village(Path home) throws IOException {
    this.home = home;
    this.diary = home.resolve("diary");
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(diary, "");
    Files.writeString(
        home.resolve("agents/quick.md"),
        """
        ---
        command: |
          echo "+ $PULSE_TASK" >> %1$s
          sleep 0.2
          echo done > "${PULSE_TASK:-plan}.txt"
          echo "- $PULSE_TASK" >> %1$s
        ---
        """
            .formatted(diary));
  }

  /** A project with so many tasks. */
  List<String> project(Pulse pulse, String name, int tasks) throws Exception {
    Path repository = Files.createDirectories(home.resolve("repositories").resolve(name));
    git(repository, "init", "--quiet", "--initial-branch=main");
    git(repository, "config", "user.name", "A");
    git(repository, "config", "user.email", "a@b.example");
    git(repository, "commit", "--quiet", "--allow-empty", "-m", "begin");
    pulse.tasks().addProject(Project.of(name, name, repository.toString()).agent("quick"));
    return IntStream.range(0, tasks)
        .mapToObj(n -> pulse.tasks().add(NewTask.withId(name + "-" + n, "Task " + n)).id())
        .toList();
  }

  /** The files on its base. */
  List<String> merged(String project) throws Exception {
    return git(home.resolve("repositories").resolve(project), "ls-tree", "--name-only", "main")
        .lines()
        .toList();
  }

  /** Plans that start agents of their own meanwhile. */
  void plan(String name, int components) throws IOException {
    var text = new StringBuilder("# Plan\n\n**Scheduler:** pulse\n\n");
    for (int each = 1; each <= components; each++) {
      text.append(
          "### Component %1$d: Step %1$d\n**Status:** PENDING\n**Agent:** quick\n\nGo.\n\n"
              .formatted(each));
    }
    Path active = Files.createDirectories(home.resolve("plans/active"));
    Path draft = Files.writeString(home.resolve(name + ".md"), text);
    Files.move(draft, active.resolve(name + ".md"));
  }

  boolean plansAreDone() throws IOException {
    try (var files = Files.list(home.resolve("plans/active"))) {
      return files.noneMatch(file -> file.toString().endsWith(".md"));
    }
  }

  /** How often each task's agent was started. */
  List<String> starts() throws IOException {
    return Files.readAllLines(diary).stream()
        .filter(line -> line.startsWith("+ ") && line.length() > 2)
        .map(line -> line.substring(2))
        .toList();
  }

  /** How many agents were at work at the same time, at most, by their own account. */
  int mostAtWork() throws IOException {
    int now = 0;
    int most = 0;
    for (String line : Files.readAllLines(diary)) {
      now += line.startsWith("+") ? 1 : -1;
      most = Math.max(most, now);
    }
    return most;
  }

  private record Change(Instant at, int by) {}

  /** The same by the history of the jobs, whatever started them. */
  static int mostRunning(Pulse pulse) {
    var changes = new ArrayList<Change>();
    try (var jobs = pulse.jobs(JobFilter.all().topic("agents").pageSize(500))) {
      for (Job job : jobs.toList()) {
        assertThat(job.attempts())
            .as("one attempt, so that its times are all there is: %s", pulse.attempts(job.id()))
            .isOne();
        changes.add(new Change(job.startedAt(), 1));
        changes.add(new Change(job.finishedAt(), -1));
      }
    }
    // A slot that is given back and taken in the same instant was given back first.
    changes.sort(Comparator.comparing(Change::at).thenComparing(Change::by));
    int now = 0;
    int most = 0;
    for (Change change : changes) {
      now += change.by();
      most = Math.max(most, now);
    }
    return most;
  }

  private static String git(Path folder, String... words) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
