package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse convoy}: tasks that are done together (G9). */
@Command(
    name = "convoy",
    description = "Makes and shows convoys: tasks that are tracked together.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConvoyListCommand.class, ConvoyShowCommand.class, ConvoyCreateCommand.class},
    footer = {"", "Example:", "  pulse convoy create 'Release 2' sh-a1 sh-b2"})
final class ConvoyCommand {}
