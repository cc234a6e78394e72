package dev.pulse.cli;

import dev.pulse.Attempt;
import dev.pulse.Pulse;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;

/** {@code pulse jobs attempts}: every try at a job (J11). */
@Command(
    name = "attempts",
    description = "Lists the attempts at a job, the first one first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs attempts 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class JobsAttemptsCommand extends JobCommand {
  @Override
  ExitCode run(Pulse pulse) {
    List<Attempt> attempts = pulse.attempts(id);
    if (attempts.isEmpty()) {
      pulse.job(id); // tells a job that was never tried from one that is not there
    }
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "attempts", attempts, JobJson::attempt);
          json.writeEndObject();
        },
        screen -> show(attempts, screen));
    return ExitCode.OK;
  }

  private static void show(List<Attempt> attempts, Screen screen) {
    if (attempts.isEmpty()) {
      screen.line("no attempts");
      return;
    }
    var table =
        new Table(
            Table.Column.whole("#"),
            Table.Column.whole("OUTCOME"),
            Table.Column.of("WORKER"),
            Table.Column.whole("STARTED"),
            Table.Column.whole("ENDED"),
            Table.Column.of("ERROR"),
            Table.Column.of("RESULT"));
    for (Attempt attempt : attempts) {
      table.row(
          Table.Cell.of(attempt.number()),
          Table.Cell.of(Objects.requireNonNullElse(attempt.outcome(), "under way")),
          Table.Cell.of(attempt.worker()),
          screen.ago(attempt.startedAt()),
          screen.ago(attempt.endedAt()),
          Table.Cell.of(Objects.requireNonNullElse(attempt.error(), "")),
          Table.Cell.of(Objects.toString(attempt.result(), "")));
    }
    screen.table(table);
  }
}
