package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse jobs}: what there is, and what is to become of it. */
@Command(
    name = "jobs",
    description = "Lists, shows, follows, cancels and retries jobs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      JobsListCommand.class,
      JobsGetCommand.class,
      JobsCancelCommand.class,
      JobsRetryCommand.class,
      JobsExplainCommand.class,
      JobsAttemptsCommand.class,
      JobsTailCommand.class
    },
    footer = {"", "Example:", "  pulse jobs list --status running"})
final class JobsCommand {}
