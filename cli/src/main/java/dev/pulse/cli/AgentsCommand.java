package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse agents}: the agents and how they are. */
@Command(
    name = "agents",
    description = "Shows agents and sets them to work.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      AgentsListCommand.class,
      AgentsRunCommand.class,
      AgentsStatusCommand.class,
      AgentsTickCommand.class
    },
    footer = {"", "Example:", "  pulse agents run coder --prompt 'Fix the build' --wait"})
final class AgentsCommand {}
