package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse plan}: markdown plans, one component at a time. */
@Command(
    name = "plan",
    description = "Writes, checks, shows and starts markdown plans.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PlanNewCommand.class,
      PlanLintCommand.class,
      PlanListCommand.class,
      PlanStatusCommand.class,
      PlanExplainCommand.class,
      PlanActivateCommand.class,
      PlanApproveCommand.class
    },
    footer = {"", "Example:", "  pulse plan activate release"})
final class PlanCommand {}
