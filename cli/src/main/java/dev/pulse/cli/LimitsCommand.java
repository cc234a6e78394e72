package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse limits}: caps that jobs count against (D2). */
@Command(
    name = "limits",
    description = "Shows and changes limits.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {LimitsListCommand.class, LimitsSetCommand.class, LimitsDeleteCommand.class},
    footer = {"", "Example:", "  pulse limits set claude --max-running 3 --rate 100/1h"})
final class LimitsCommand {}
