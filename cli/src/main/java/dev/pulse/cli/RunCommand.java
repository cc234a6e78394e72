package dev.pulse.cli;

import dev.pulse.Run;
import java.util.Locale;
import java.util.UUID;
import picocli.CommandLine.Parameters;

/** A command about one run. */
abstract class RunCommand extends ClientCommand {
  @Parameters(paramLabel = "RUN", converter = JobIdText.class, description = "The run's id.")
  @SuppressWarnings("NullAway.Init") // picocli insists on it
  UUID run;

  void told(Run changed) {
    output.answer(
        json -> RunJson.run(json, changed),
        screen ->
            screen.line(changed.id() + " " + changed.status().name().toLowerCase(Locale.ROOT)));
  }
}
