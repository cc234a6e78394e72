package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse board}: tasks on a board in git, claimed before the work begins (K10). */
@Command(
    name = "board",
    description = "Claims tasks on a board in git; the push decides who was first.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {BoardListCommand.class, BoardClaimCommand.class, BoardDoneCommand.class},
    footer = {"", "Example:", "  pulse board claim --agent wren"})
final class BoardCommand {}
