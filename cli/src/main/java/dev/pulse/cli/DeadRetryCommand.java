package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import dev.pulse.Retried;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pulse dead retry}: starts dead letters over, one by one or many at once (J9). */
@Command(
    name = "retry",
    description = "Starts dead letters over: those with these ids, or all that match.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse dead retry 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
      "  pulse dead retry --name email --since 2026-01-31T09:30:00Z"
    })
final class DeadRetryCommand extends ClientCommand {
  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      converter = JobIdText.class,
      description = "The jobs' ids.")
  private List<UUID> ids = new ArrayList<>();

  @Mixin private DeadSelection selection = new DeadSelection();

  @Override
  void check() {
    selection.check();
    if (ids.isEmpty() == selection.isEmpty()) {
      throw new Misuse("say which: ids, or --name, --topic, --since, --until or --all");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    show(ids.isEmpty() ? many(pulse) : one(pulse));
    return ExitCode.OK;
  }

  private Retried one(Pulse pulse) {
    ids.forEach(pulse::retry);
    return new Retried(ids.size(), 0);
  }

  private Retried many(Pulse pulse) {
    pulse.page(JobFilter.all().pageSize(1)); // a server that is not there is told soon
    try (Pulse patient = connection.openPatiently()) {
      return new DeadProgress(output, "retrying", selection.filter())
          .during(pulse, () -> patient.retryDead(selection.filter()));
    }
  }

  private void show(Retried retried) {
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeNumberField("jobs", retried.jobs());
          json.writeNumberField("skipped", retried.skipped());
          json.writeEndObject();
        },
        screen -> {
          String skipped =
              retried.skipped() == 0
                  ? ""
                  : ", %d skipped (another job holds their unique key)"
                      .formatted(retried.skipped());
          screen.line(retried.jobs() + " retried" + skipped);
        });
  }
}
