package dev.pulse.cli;

import dev.pulse.server.postgres.PostgresTrouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/** {@code pulse}: the root of the command line. */
@Command(
    name = "pulse",
    description = "One durable scheduler for agent pools and ordinary work, on Postgres.",
    mixinStandardHelpOptions = true,
    versionProvider = PulseCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {UpCommand.class, MigrateCommand.class},
    footer = {"", "Start here:", "  pulse up", "", "Docs: README.md and docs/ in the source tree."})
public final class PulseCommand {
  private PulseCommand() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new PulseCommand())
        .setParameterExceptionHandler((e, _) -> misused(e))
        .setExecutionExceptionHandler((e, line, _) -> failed(e, line));
  }

  private static int misused(ParameterException e) {
    CommandLine line = e.getCommandLine();
    String command = line.getCommandSpec().qualifiedName();
    line.getErr().println("pulse: " + e.getMessage() + " (see " + command + " --help)");
    return 2;
  }

  /** C3: an error is one clear line on stderr. */
  private static int failed(Exception e, CommandLine line) throws Exception {
    if (e instanceof PostgresTrouble) {
      line.getErr().println("pulse: " + e.getMessage());
      return 1;
    }
    throw e;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      @Nullable String version = PulseCommand.class.getPackage().getImplementationVersion();
      return new String[] {"pulse " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
