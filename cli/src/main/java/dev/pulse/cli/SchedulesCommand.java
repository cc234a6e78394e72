package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse schedules}: jobs that are submitted when their time comes (S1 to S3). */
@Command(
    name = "schedules",
    description = "Makes, shows and changes schedules.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      SchedulesListCommand.class,
      SchedulesAddCommand.class,
      SchedulesGetCommand.class,
      SchedulesPauseCommand.class,
      SchedulesResumeCommand.class,
      SchedulesTriggerCommand.class,
      SchedulesDeleteCommand.class,
      SchedulesFiresCommand.class
    },
    footer = {"", "Example:", "  pulse schedules add backup --cron '30 2 * * *'"})
final class SchedulesCommand {}
