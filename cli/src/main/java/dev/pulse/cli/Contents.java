package dev.pulse.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;

/** Every command, in the order of the help and by what it is about. */
final class Contents {
  private static final int INDENT = 2;
  private static final int MARGIN = 2;

  /** By the heading they stand under. */
  private static final Map<String, Map<String, Class<?>>> CHAPTERS = new LinkedHashMap<>();

  static {
    chapter("Start")
        .with("up", UpCommand.class)
        .with("init", InitCommand.class)
        .with("doctor", DoctorCommand.class);
    chapter("Jobs")
        .with("submit", SubmitCommand.class)
        .with("jobs", JobsCommand.class)
        .with("dead", DeadCommand.class)
        .with("counts", CountsCommand.class)
        .with("schedules", SchedulesCommand.class)
        .with("limits", LimitsCommand.class)
        .with("dispatch", DispatchCommand.class)
        .with("worker", WorkerCommand.class);
    chapter("Runs").with("runs", RunsCommand.class).with("waits", WaitsCommand.class);
    chapter("Agents and plans")
        .with("agents", AgentsCommand.class)
        .with("plan", PlanCommand.class)
        .with("board", BoardCommand.class);
    chapter("Tasks")
        .with("project", ProjectCommand.class)
        .with("task", TaskCommand.class)
        .with("convoy", ConvoyCommand.class)
        .with("sling", SlingCommand.class)
        .with("scheduler", SchedulerCommand.class)
        .with("config", ConfigCommand.class);
    chapter("Parts alone")
        .with("server", ServerCommand.class)
        .with("runner", RunnerCommand.class)
        .with("relay", RelayCommand.class)
        .with("keeper", KeeperCommand.class)
        .with("dashboard", DashboardCommand.class);
    chapter("Everything else")
        .with("migrate", MigrateCommand.class)
        .with("save", SaveCommand.class)
        .with("passwd", PasswdCommand.class)
        .with("bench", BenchCommand.class)
        .with("completion", CompletionCommand.class)
        .with("help", HelpCommand.class);
  }

  private Contents() {}

  private record Chapter(Map<String, Class<?>> commands) {
    Chapter with(String name, Class<?> command) {
      commands.put(name, command);
      return this;
    }
  }

  private static Chapter chapter(String heading) {
    var commands = new LinkedHashMap<String, Class<?>>();
    CHAPTERS.put(heading, commands);
    return new Chapter(commands);
  }

  static Map<String, Class<?>> commands() {
    var all = new LinkedHashMap<String, Class<?>>();
    CHAPTERS.values().forEach(all::putAll);
    return all;
  }

  /** Has the help list commands chapter by chapter instead of all in one. */
  static void arrange(CommandLine line) {
    var sections = new LinkedHashMap<>(line.getHelpSectionMap());
    sections.put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
    sections.put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Contents::list);
    line.getCommandSpec().usageMessage().sectionMap(sections); // of this command alone
  }

  private static String list(Help help) {
    int names =
        help.subcommands().keySet().stream().mapToInt(String::length).max().orElse(0) + MARGIN;
    int width = help.commandSpec().usageMessage().width();
    var text = new StringBuilder();
    CHAPTERS.forEach(
        (heading, commands) -> {
          var table =
              Help.TextTable.forColumns(
                  help.colorScheme(),
                  new Help.Column(names, INDENT, Help.Column.Overflow.SPAN),
                  new Help.Column(width - names, INDENT, Help.Column.Overflow.WRAP));
          for (String name : commands.keySet()) {
            Help command = help.subcommands().get(name);
            if (command != null) {
              var message = command.commandSpec().usageMessage();
              String[] about =
                  message.header().length == 0 ? message.description() : message.header();
              table.addRowValues(
                  help.colorScheme().commandText(name),
                  help.colorScheme().text(about.length == 0 ? "" : about[0]));
            }
          }
          text.append("%n%s:%n".formatted(heading)).append(table);
        });
    return text.toString();
  }
}
