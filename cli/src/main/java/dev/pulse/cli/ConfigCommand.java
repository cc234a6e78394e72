package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse config}: settings (G1). */
@Command(
    name = "config",
    description = "Shows and changes settings that are kept in the database.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConfigGetCommand.class, ConfigSetCommand.class, ConfigListCommand.class},
    footer = {"", "Example:", "  pulse config set scheduler.max_agents 5"})
final class ConfigCommand {}
