package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Slung;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pulse sling}: tasks go to agents, at once or within the capacity (G3–G5). */
@Command(
    name = "sling",
    description = {
      "Sends tasks to agents, at once or as capacity allows.",
      "An epic stands for its children, a convoy for its members."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse sling sh-a1",
      "  pulse sling sh-a1 sh-b2 shop --merge local --agent coder",
      "  pulse sling sh-a1 --formula review --var depth=deep"
    })
final class SlingCommand extends ClientCommand {
  @Parameters(
      paramLabel = "TASK",
      arity = "1..*",
      description = "Tasks, one epic or one convoy; the last word may be a project.")
  private List<String> words = new ArrayList<>();

  @Mixin private SlingOptions options = new SlingOptions();

  @Override
  void check() {
    words.forEach(word -> Bounds.text("TASK", word, Bounds.LONGEST_NAME));
    options.check();
  }

  @Override
  ExitCode run(Pulse pulse) throws IOException {
    List<Slung> slung = pulse.scheduler().sling(options.order(pulse, words));
    output.answer(json -> SlingJson.slung(json, slung), screen -> show(slung, screen));
    return slung.stream().anyMatch(one -> one.isRefused()) ? ExitCode.FAILED : ExitCode.OK;
  }

  private static void show(List<Slung> slung, Screen screen) {
    int widest = slung.stream().mapToInt(one -> one.task().length()).max().orElse(0);
    for (Slung one : slung) {
      screen.slung(one, widest);
    }
    if (slung.size() > 1) {
      screen.line(counts(slung));
    }
  }

  private static String counts(List<Slung> slung) {
    var counts = new LinkedHashMap<String, Integer>();
    slung.forEach(one -> counts.merge(one.result(), 1, Integer::sum));
    var parts = new ArrayList<String>();
    counts.forEach((result, count) -> parts.add(count + " " + result));
    String convoy =
        slung.stream().map(Slung::convoy).filter(Objects::nonNull).findFirst().orElse(null);
    return "%d tasks: %s%s"
        .formatted(
            slung.size(),
            String.join(", ", parts),
            convoy == null ? "" : "; pulse convoy show " + convoy);
  }
}
