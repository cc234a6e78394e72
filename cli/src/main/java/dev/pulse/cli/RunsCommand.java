package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse runs}: graphs of jobs, and the signals they wait for. */
@Command(
    name = "runs",
    description = "Starts, shows, signals, cancels and retries runs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunsStartCommand.class,
      RunsListCommand.class,
      RunsGetCommand.class,
      RunsSignalCommand.class,
      RunsCancelCommand.class,
      RunsRetryCommand.class,
      RunsExplainCommand.class,
      RunsEventsCommand.class
    },
    footer = {"", "Example:", "  pulse runs list --status waiting"})
final class RunsCommand {}
