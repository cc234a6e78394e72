package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse scheduler}: slung tasks, and when they go to agents (G6-G8). */
@Command(
    name = "scheduler",
    description = "Shows and steers the dispatch of slung tasks to agents.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      SchedulerStatusCommand.class,
      SchedulerListCommand.class,
      SchedulerRunCommand.class,
      SchedulerPauseCommand.class,
      SchedulerResumeCommand.class,
      SchedulerClearCommand.class
    },
    footer = {"", "Example:", "  pulse scheduler status"})
final class SchedulerCommand {}
