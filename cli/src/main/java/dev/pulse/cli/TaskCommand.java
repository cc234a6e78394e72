package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse task}: what there is to do (G2). */
@Command(
    name = "task",
    description = "Makes, shows and closes tasks, and says what each waits for.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TaskAddCommand.class,
      TaskListCommand.class,
      TaskReadyCommand.class,
      TaskShowCommand.class,
      TaskDepCommand.class,
      TaskCloseCommand.class,
      TaskReopenCommand.class,
      TaskExplainCommand.class,
      TaskImportCommand.class,
      TaskExportCommand.class
    },
    footer = {"", "Example:", "  pulse task add 'Fix the till' --project shop"})
final class TaskCommand {}
