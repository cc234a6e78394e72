package dev.pulse.cli;

import dev.pulse.Explanation;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Plans;
import dev.pulse.agents.relay.Status;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pulse plan explain}: why a component is not running, by its file and by its job (J14). */
@Command(
    name = "explain",
    description = "Says why a component is not running, or who has it.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan explain release 3"})
final class PlanExplainCommand extends FileCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The plan's name.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "NUMBER", description = "The component's number.")
  private int number;

  @Mixin private Connection connection = new Connection();

  @Override
  ExitCode run(Plans plans) throws IOException, PlanRefused {
    String stands = plans.explain(name, number);
    UUID job = job(plans.find(name));
    List<String> reasons = job == null ? List.of() : reasons(job);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("plan", name);
          json.writeNumberField("component", number);
          json.writeStringField("stands", stands);
          if (job != null) {
            json.writeStringField("job", job.toString());
          }
          JobJson.list(json, "reasons", reasons, (to, reason) -> to.writeString(reason));
          json.writeEndObject();
        },
        screen -> {
          screen.line("component %d %s".formatted(number, stands));
          reasons.forEach(reason -> screen.line("  " + reason));
        });
    return ExitCode.OK;
  }

  private @Nullable UUID job(PlanView view) {
    for (PlanView.Part part : view.components()) {
      if (part.number() == number && part.status() == Status.IN_PROGRESS) {
        return part.job();
      }
    }
    return null;
  }

  /** The file alone says something too, where no server answers. */
  private List<String> reasons(UUID job) {
    try (Pulse pulse = connection.open()) {
      return pulse.explain(job).reasons().stream().map(Explanation.Reason::message).toList();
    } catch (PulseException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }
}
