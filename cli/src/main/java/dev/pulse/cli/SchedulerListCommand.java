package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Scheduler;
import dev.pulse.Sling;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse scheduler list}. */
@Command(
    name = "list",
    description = "Lists slung tasks by project, oldest first, and what blocks them.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse scheduler list --project shop"})
final class SchedulerListCommand extends ClientCommand {
  @Option(names = "--project", paramLabel = "NAME", description = "Only tasks of this project.")
  private @Nullable String project;

  @Option(names = "--task", paramLabel = "TASK", description = "Every sling of this task.")
  private @Nullable String task;

  @Option(names = "--all", description = "Slings that are closed too, newest first.")
  private boolean all;

  @Mixin private First first = new First();

  @Override
  void check() {
    Bounds.text("--project", project, Bounds.LONGEST_NAME);
    Bounds.text("--task", task, Bounds.LONGEST_NAME);
    first.check();
    if (project != null && (all || task != null)) {
      throw Misuse.option("--project", "it excludes --all and --task");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    List<Sling> slings = first.of(asked(pulse.scheduler()), output);
    output.answer(
        json -> SlingJson.slings(json, slings),
        screen -> {
          if (slings.isEmpty()) {
            screen.line(all || task != null ? "nothing was slung" : "nothing is scheduled");
          } else {
            SchedulerText.slings(slings, screen);
          }
        });
    return ExitCode.OK;
  }

  private Stream<Sling> asked(Scheduler scheduler) {
    if (task != null) {
      return scheduler.history(task);
    }
    if (all) {
      return scheduler.history();
    }
    return project == null ? scheduler.list() : scheduler.list(project);
  }
}
