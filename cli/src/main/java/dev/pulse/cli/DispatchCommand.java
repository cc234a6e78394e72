package dev.pulse.cli;

import picocli.CommandLine.Command;

/** {@code pulse dispatch}: whether jobs are handed out (D1). */
@Command(
    name = "dispatch",
    description = "Pauses and resumes the handing out of jobs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DispatchPauseCommand.class,
      DispatchResumeCommand.class,
      DispatchStatusCommand.class,
      DispatchAgingCommand.class
    },
    footer = {"", "Example:", "  pulse dispatch pause --topic mail --reason 'provider is down'"})
final class DispatchCommand {}
