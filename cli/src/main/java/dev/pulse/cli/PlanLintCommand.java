package dev.pulse.cli;

import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Plans;
import dev.pulse.agents.relay.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse plan lint}: what is malformed, and where (R15). */
@Command(
    name = "lint",
    description = "Checks plans: exit 1 if one of them could not be run.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan lint release drafts/other.md"})
final class PlanLintCommand extends FileCommand {
  @Parameters(
      paramLabel = "PLAN",
      arity = "0..*",
      description = "Names or files (default: every plan that is not completed).")
  private List<String> names = List.of();

  @Override
  ExitCode run(Plans plans) throws IOException, PlanRefused {
    List<PlanView> views = names.isEmpty() ? plans.unfinished() : named(plans);
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "plans", views, (to, view) -> write(to, view.document()));
          json.writeEndObject();
        },
        screen -> views.forEach(view -> show(view, screen)));
    return views.stream().flatMap(view -> view.problems().stream()).anyMatch(Problem::isError)
        ? ExitCode.FAILED
        : ExitCode.OK;
  }

  /** A file wins over a plan of that name. */
  private List<PlanView> named(Plans plans) throws IOException, PlanRefused {
    var views = new ArrayList<PlanView>();
    for (String name : names) {
      Path file = Path.of(name);
      views.add(Files.isRegularFile(file) ? plans.view(file) : plans.find(name));
    }
    return views;
  }

  private static void show(PlanView view, Screen screen) {
    for (Problem problem : view.problems()) {
      screen.line(
          "%s:%d: %s: %s"
              .formatted(
                  view.file(),
                  problem.line(),
                  problem.severity().name().toLowerCase(Locale.ROOT),
                  problem.message()));
    }
    if (view.problems().isEmpty()) {
      screen.line(view.file() + ": ok");
    }
  }
}
