package dev.pulse.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pulse completion}: a script that teaches bash and zsh our words. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash and zsh.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  source <(pulse completion)"})
final class CompletionCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec command;

  @Override
  public Integer call() {
    var out = command.commandLine().getOut();
    out.print(AutoComplete.bash("pulse", command.root().commandLine()));
    out.flush();
    return ExitCode.OK.number;
  }
}
