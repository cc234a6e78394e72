package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse project}: where tasks belong (G2). */
@Command(
    name = "project",
    description = "Adds, lists and removes projects: where tasks belong.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ProjectAddCommand.class, ProjectListCommand.class, ProjectRemoveCommand.class},
    footer = {"", "Example:", "  pulse project add shop --prefix sh --repository ~/code/shop"})
final class ProjectCommand {}
