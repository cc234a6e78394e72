package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse dead}: the jobs that failed for good (J9). */
@Command(
    name = "dead",
    description = "Lists, retries and purges dead letters.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DeadListCommand.class, DeadRetryCommand.class, DeadPurgeCommand.class},
    footer = {"", "Example:", "  pulse dead retry --name email"})
final class DeadCommand {}
