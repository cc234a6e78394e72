package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse keeper}: keeps the standing agents of a home, alone; {@code up} brings it along. */
@Command(
    name = "keeper",
    description = "Keeps the standing agents of a home ticking, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse keeper --home ./demo --server 127.0.0.1:7857"})
final class KeeperCommand extends ClientCommand {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:PULSE_HOME:-${sys:user.home}/.pulse}",
      description = "Home folder (PULSE_HOME; default ~/.pulse).")
  private Path home = Path.of(".pulse");

  @Override
  ExitCode run(Pulse pulse) {
    greet(pulse);
    try (var stop = new UntilStopped();
        var keeper = KeeperPart.start(pulse, home, output.around().environment())) {
      int agents = keeper.status().size();
      output.answer(
          json -> {
            json.writeStartObject();
            json.writeStringField("home", home.toString());
            json.writeNumberField("standing_agents", agents);
            json.writeEndObject();
          },
          screen -> screen.line("keeping %d standing agents of %s".formatted(agents, home)));
      stop.await();
      return ExitCode.OK;
    } catch (InterruptedException e) {
      return ExitCode.OK; // who runs us in a thread of theirs stops us so
    }
  }

  /** A keeper outlasts a server that is away, but not a refusal. */
  private void greet(Pulse pulse) {
    try {
      pulse.page(JobFilter.all().pageSize(1));
    } catch (PulseException e) {
      if (ExitCode.of(e.code()) != ExitCode.UNREACHABLE) {
        throw e;
      }
      output.remark(e.getMessage() + "; the keeper keeps trying");
    }
  }
}
