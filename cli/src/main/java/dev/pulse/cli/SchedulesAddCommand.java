package dev.pulse.cli;

import dev.pulse.Missed;
import dev.pulse.Pulse;
import dev.pulse.ScheduleOptions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse schedules add}: makes a schedule, or tells when it would fire. */
@Command(
    name = "add",
    description = "Makes a schedule.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse schedules add backup --cron '30 2 * * *' --zone Europe/Berlin",
      "  pulse schedules add poll-a --every 90s --job poll --args '{\"feed\":\"a\"}'"
    })
final class SchedulesAddCommand extends ScheduleCommand {
  private static final int PREVIEWED = 5;

  @Mixin private TimingOptions timing = new TimingOptions();

  @Option(
      names = "--missed",
      paramLabel = "POLICY",
      converter = MissedText.class,
      description =
          "What becomes of fires that nobody made in time: coalesce (one job, the default), skip or"
              + " catch_up (all of them).")
  private @Nullable Missed missed;

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "The job's name: which handler runs it (default: the schedule's).")
  private @Nullable String job;

  @Mixin private JobTraits traits = new JobTraits();

  @Option(names = "--replace", description = "Change the schedule of that name, if there is one.")
  private boolean replace;

  @Option(names = "--dry-run", description = "Make nothing; show the next five fires.")
  private boolean dryRun;

  @Override
  void check() {
    super.check();
    timing.check();
    Bounds.text("--job", job, Bounds.LONGEST_NAME);
    traits.check(output.around());
  }

  @Override
  ExitCode run(Pulse pulse) {
    if (dryRun) {
      show(pulse.schedules().preview(PREVIEWED, this::applyTo));
    } else if (replace) {
      tell(pulse.schedules().put(schedule, this::applyTo));
    } else {
      tell(pulse.schedules().create(schedule, this::applyTo));
    }
    return ExitCode.OK;
  }

  private void applyTo(ScheduleOptions options) {
    timing.applyTo(options);
    JobTraits.given(missed, options::missed);
    options.job(Objects.requireNonNullElse(job, schedule), traits.args(), traits::applyTo);
  }

  private void show(List<Instant> fires) {
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "fires", fires, (each, time) -> each.writeString(time.toString()));
          json.writeEndObject();
        },
        screen ->
            fires.forEach(
                time -> screen.line("%s (%s)".formatted(local(time), Ago.of(time, screen.now())))));
  }

  private String local(Instant time) {
    return time.atZone(timing.zone()).toString();
  }
}
