package dev.pulse.cli;

import dev.pulse.DeadFilter;
import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse dead purge}: deletes dead letters for ever, and so asks first (J9). */
@Command(
    name = "purge",
    description = "Deletes dead letters: all, or those that match.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse dead purge --until 2026-01-01T00:00:00Z --yes"})
final class DeadPurgeCommand extends ClientCommand {
  private static final Set<String> CONSENT = Set.of("y", "yes");

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean yes;

  @Mixin private DeadSelection selection = new DeadSelection();

  @Override
  void check() {
    selection.check();
    if (!yes && !output.around().terminal().present()) {
      throw new Misuse("nobody can be asked here; --yes purges without asking");
    }
  }

  @Override
  ExitCode run(Pulse pulse) throws IOException {
    pulse.page(JobFilter.all().pageSize(1)); // a server that is not there is told soon
    if (!yes && !agreed()) {
      output.remark("nothing was purged");
      return ExitCode.FAILED;
    }
    try (Pulse patient = connection.openPatiently()) {
      long purged =
          new DeadProgress(output, "purging", selection.filter())
              .during(pulse, () -> patient.purgeDead(selection.filter()));
      output.answer(
          json -> {
            json.writeStartObject();
            json.writeNumberField("jobs", purged);
            json.writeEndObject();
          },
          screen -> screen.line(purged + " purged"));
      return ExitCode.OK;
    }
  }

  private boolean agreed() throws IOException {
    String which = selection.filter().equals(DeadFilter.all()) ? "all" : "these";
    output.hint("Delete " + which + " dead letters for ever? [y/N]");
    var keyboard =
        new BufferedReader(new InputStreamReader(output.around().in(), StandardCharsets.UTF_8));
    String line = keyboard.readLine();
    return line != null && CONSENT.contains(line.strip().toLowerCase(Locale.ROOT));
  }
}
