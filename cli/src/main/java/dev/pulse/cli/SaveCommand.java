package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse save}: what later commands need not be told again. */
@Command(
    name = "save",
    description = "Saves settings for later commands.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = SaveCredsCommand.class,
    footer = {"", "Example:", "  pulse save creds --server pulse.example:7857 --user me"})
final class SaveCommand {}
