package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.runner.Runner;
import dev.pulse.agents.runner.RunnerOptions;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse runner}: runs the agents of a home, alone; {@code up} brings it along. */
@Command(
    name = "runner",
    description = "Runs the agents of a home, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runner --home ./demo --slots 4 --server 127.0.0.1:7857"})
final class RunnerCommand extends ClientCommand {
  @Mixin private AgentHome home = new AgentHome();

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many agents at the same time (default: ${DEFAULT-VALUE}).")
  private int slots = 8;

  @Option(names = "--name", paramLabel = "NAME", description = "What the server calls this runner.")
  private @Nullable String name;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationText.class,
      defaultValue = "5s",
      description = "How long an agent may take to end after SIGTERM (default: ${DEFAULT-VALUE}).")
  private Duration grace = Duration.ofSeconds(5);

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      converter = DurationText.class,
      defaultValue = "30s",
      description =
          "How long running agents may go on when the runner stops (default: ${DEFAULT-VALUE}).")
  private Duration drain = Duration.ofSeconds(30);

  @Override
  void check() {
    Bounds.range("--slots", slots, 1, 1000);
    Bounds.text("--name", name, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    // Agents that call pulse themselves reach the server that their runner works for.
    var env = Map.of("PULSE_SERVER", connection.login().server());
    try (var stop = new UntilStopped();
        Runner runner =
            Runner.start(pulse, home.home, new RunnerOptions(name, slots, grace, drain, env))) {
      output.answer(
          json -> {
            json.writeStartObject();
            json.writeStringField("runner", runner.name());
            json.writeStringField("home", home.home.toString());
            json.writeNumberField("slots", slots);
            json.writeEndObject();
          },
          screen ->
              screen.line(
                  "runner %s runs the agents of %s, %d at once"
                      .formatted(runner.name(), home.home, slots)));
      stop.await();
    } catch (InterruptedException e) {
      return ExitCode.OK; // who runs us in a thread of theirs stops us so
    }
    return ExitCode.OK;
  }
}
