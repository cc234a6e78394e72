package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every command helps, and shows an example (C3). */
class HelpTest {
  /** They answer nothing that a program could read, or nothing but a script. */
  private static final Set<String> WITHOUT_JSON =
      Set.of("pulse up", "pulse server", "pulse migrate", "pulse completion");

  private static CommandLine root() {
    return PulseCommand.commandLine(Typed.in(Path.of("/nonexistent")).around());
  }

  static Stream<CommandLine> commands() {
    var all = new ArrayList<CommandLine>();
    collect(root(), all);
    return all.stream().filter(line -> !line.getCommandName().equals("help"));
  }

  private static void collect(CommandLine line, List<CommandLine> all) {
    all.add(line);
    line.getSubcommands().values().forEach(sub -> collect(sub, all));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpFitsTheScreenAndHasAnExample(CommandLine line) {
    String help = line.getUsageMessage();
    assertThat(help).contains("--help").containsAnyOf("Example:", "Start here:");
    assertThat(help.lines()).allSatisfy(text -> assertThat(text.length()).isLessThanOrEqualTo(80));
  }

  /** A line for each command below it, and none of the chapters that only the whole has. */
  @ParameterizedTest
  @MethodSource("commands")
  void helpListsItsOwnCommands(CommandLine line) {
    String help = line.getUsageMessage();
    assertThat(help.lines().map(text -> text.strip().split("[ ,]")[0]))
        .containsAll(line.getSubcommands().keySet());
    if (line.getParent() != null) {
      assertThat(help).doesNotContain("Everything else:");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void whatAnswersAnswersInJson(CommandLine line) {
    boolean group = !line.getSubcommands().isEmpty();
    boolean exempt = WITHOUT_JSON.contains(line.getCommandSpec().qualifiedName());
    if (!group && !exempt) {
      assertThat(line.getCommandSpec().findOption("--json")).isNotNull();
    }
  }

  @Test
  void theVersionIsTheSameEverywhere() {
    var typed = Typed.in(Path.of("/nonexistent"));
    assertThat(typed.run("--version").out()).startsWith("pulse ");
    assertThat(typed.run("jobs", "list", "--version").out()).startsWith("pulse ");
  }

  @Test
  void theCompletionScriptKnowsCommandsAndOptions() {
    var answer = Typed.in(Path.of("/nonexistent")).run("completion");
    assertThat(answer.exit()).isZero();
    assertThat(answer.out()).contains("_complete_pulse", "explain", "--unique-key");
  }
}
