package dev.pulse.cli;

import dev.pulse.server.auth.SettingRefused;
import dev.pulse.server.postgres.PostgresTrouble;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;

/** {@code pulse}: the root of the command line. */
@Command(
    name = "pulse",
    description = "One durable scheduler for agent pools and ordinary work, on Postgres.",
    mixinStandardHelpOptions = true,
    versionProvider = PulseCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Start here:", "  pulse up", "", "Docs: README.md and docs/ in the source tree."})
public final class PulseCommand {
  private static final Map<String, Class<?>> COMMANDS = Contents.commands();

  private final Surroundings surroundings;

  private PulseCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  public static void main(String[] arguments) {
    var surroundings = Surroundings.ofThisProcess();
    Logging.forPeople(surroundings.terminal().present());
    System.exit(commandLine(surroundings, arguments).execute(arguments));
  }

  /**
   * What understands these words. Learning the options of a command takes its time, so a command
   * that is named is the only one there is.
   */
  static CommandLine commandLine(Surroundings surroundings, String... arguments) {
    Set<String> names = needed(arguments.length == 0 ? "" : arguments[0]);
    var line = new CommandLine(new PulseCommand(surroundings));
    COMMANDS.forEach(
        (name, command) -> {
          if (names.contains(name)) {
            line.addSubcommand(name, command);
          }
        });
    // What is set on a command is set on those below it too, so they had to come first.
    line.setExpandAtFiles(false) // @file is how --args names a file
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
    Contents.arrange(line);
    return line;
  }

  private static Set<String> needed(String first) {
    return switch (first) {
      case "--version", "-V" -> Set.of();
      case "help", "completion" -> COMMANDS.keySet(); // they speak of all the others
      default -> COMMANDS.containsKey(first) ? Set.of(first) : COMMANDS.keySet();
    };
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
