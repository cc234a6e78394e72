package dev.pulse.cli;

import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse plan approve}: lets a plan through a gate (R9). */
@Command(
    name = "approve",
    description = "Marks a HUMAN component COMPLETED, so that the plan goes on.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan approve release"})
final class PlanApproveCommand extends PlanOrder {
  @Parameters(index = "0", paramLabel = "NAME", description = "The plan's name.")
  private String name = "";

  @Parameters(
      index = "1",
      paramLabel = "NUMBER",
      arity = "0..1",
      description = "The component's number (default: the one it waits at).")
  private @Nullable Integer number;

  @Option(
      names = "--by",
      paramLabel = "WHO",
      defaultValue = "${sys:user.name}",
      description = "Who approves (default: the user).")
  private String by = "somebody";

  @Override
  ExitCode here(Plans plans) throws IOException, PlanRefused {
    PlanView view = plans.approve(name, number, by);
    output.answer(
        json -> write(json, view.document()),
        screen -> screen.line("approved; %s %s".formatted(view.name(), view.stands())));
    return ExitCode.OK;
  }

  @Override
  String job() {
    return "plan.approve";
  }

  @Override
  Map<String, Object> args() {
    var args = new LinkedHashMap<String, Object>();
    args.put("plan", name);
    args.put("by", by);
    if (number != null) {
      args.put("component", number);
    }
    return args;
  }
}
