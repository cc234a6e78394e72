package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.relay.PlanRefused;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse relay}: runs the plans of a home, alone; {@code up} brings it along. */
@Command(
    name = "relay",
    description = "Runs the markdown plans of a home, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse relay --home ./demo --server 127.0.0.1:7857"})
final class RelayCommand extends ClientCommand {
  private interface AutoStop extends AutoCloseable {
    @Override
    void close();
  }

  @Mixin private PlanHome home = new PlanHome();

  @Override
  ExitCode run(Pulse pulse) throws IOException, PlanRefused {
    try (var stop = new UntilStopped();
        AutoStop _ = Part.relay(pulse, home.home)::run) {
      output.answer(
          json -> {
            json.writeStartObject();
            json.writeStringField("home", home.home.toString());
            json.writeEndObject();
          },
          screen -> screen.line("the relay runs the plans of " + home.home));
      stop.await();
      return ExitCode.OK;
    } catch (InterruptedException e) {
      return ExitCode.OK; // who runs us in a thread of theirs stops us so
    }
  }
}
