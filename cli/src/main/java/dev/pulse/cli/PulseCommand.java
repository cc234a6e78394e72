package dev.pulse.cli;

import dev.pulse.server.auth.SettingRefused;
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
    subcommands = {UpCommand.class, ServerCommand.class, MigrateCommand.class},
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

  /** C3: one line that names the option and what it takes. */
  private static int misused(ParameterException e) {
    CommandLine line = e.getCommandLine();
    String message = e.getMessage() == null ? "wrong use" : e.getMessage();
    line.getErr()
        .printf(
            "pulse: %s (see %s --help)%n",
            message.replace('\n', ' '), line.getCommandSpec().qualifiedName());
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** C3: an error is one clear line on stderr. */
  private static int failed(Exception e, CommandLine line) throws Exception {
    if (e instanceof PostgresTrouble || e instanceof SettingRefused) {
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
