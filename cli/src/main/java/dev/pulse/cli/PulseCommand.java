package dev.pulse.cli;

import dev.pulse.server.auth.SettingRefused;
import dev.pulse.server.postgres.PostgresTrouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;

/** {@code pulse}: the root of the command line. */
@Command(
    name = "pulse",
    description = "One durable scheduler for agent pools and ordinary work, on Postgres.",
    mixinStandardHelpOptions = true,
    versionProvider = PulseCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      UpCommand.class,
      ServerCommand.class,
      MigrateCommand.class,
      SubmitCommand.class,
      JobsCommand.class,
      DeadCommand.class,
      CountsCommand.class,
      DispatchCommand.class,
      WorkerCommand.class,
      SaveCommand.class,
      PasswdCommand.class,
      CompletionCommand.class,
      HelpCommand.class
    },
    footer = {"", "Start here:", "  pulse up", "", "Docs: README.md and docs/ in the source tree."})
public final class PulseCommand {
  private final Surroundings surroundings;

  private PulseCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  public static void main(String[] arguments) {
    var surroundings = Surroundings.ofThisProcess();
    // H5: logs are for machines, unless a person looks. Set before the first logger is made.
    if (!surroundings.terminal().present()
        && System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "logback-json.xml");
    }
    System.exit(commandLine(surroundings).execute(arguments));
  }

  static CommandLine commandLine() {
    return commandLine(Surroundings.ofThisProcess());
  }

  static CommandLine commandLine(Surroundings surroundings) {
    var line =
        new CommandLine(new PulseCommand(surroundings))
            .setExpandAtFiles(false) // @file is how --args names a file
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(surroundings.terminal().present())
            .setColorScheme(
                CommandLine.Help.defaultColorScheme(
                    surroundings.terminal().colour()
                        ? CommandLine.Help.Ansi.ON
                        : CommandLine.Help.Ansi.OFF))
            .setParameterExceptionHandler((e, _) -> Complaint.misused(e))
            .setExecutionExceptionHandler((e, failed, _) -> failed(e, failed));
    tellVersion(line);
    return line;
  }

  /** Here and not in {@link Complaint}, because only what composes a server knows its troubles. */
  private static int failed(Exception e, CommandLine line) throws Exception {
    if (e instanceof PostgresTrouble || e instanceof SettingRefused) {
      Complaint.say(line, String.valueOf(e.getMessage()));
      return ExitCode.FAILED.number;
    }
    return Complaint.failed(e, line);
  }

  /** What is around the command that this describes. */
  static Surroundings around(CommandSpec command) {
    return ((PulseCommand) command.root().userObject()).surroundings;
  }

  private static void tellVersion(CommandLine line) {
    line.getCommandSpec().versionProvider(new Version());
    line.getSubcommands().values().forEach(PulseCommand::tellVersion);
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      @Nullable String version = PulseCommand.class.getPackage().getImplementationVersion();
      return new String[] {"pulse " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
