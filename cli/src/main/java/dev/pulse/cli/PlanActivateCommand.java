package dev.pulse.cli;

import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse plan activate}: the go signal, as {@code mv} gives it too (R1). */
@Command(
    name = "activate",
    description = "Moves a draft, or a failed plan, to active.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan activate release"})
final class PlanActivateCommand extends PlanOrder {
  @Parameters(index = "0", paramLabel = "NAME", description = "The plan's name.")
  private String name = "";

  @Override
  ExitCode here(Plans plans) throws IOException, PlanRefused {
    Path file = plans.activate(name);
    output.answer(
        json -> write(json, plans.view(file).document()), screen -> screen.line(file.toString()));
    return ExitCode.OK;
  }

  @Override
  String job() {
    return "plan.activate";
  }

  @Override
  Map<String, Object> args() {
    return Map.of("plan", name);
  }
}
