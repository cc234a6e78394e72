package dev.pulse.dashboard;

import dev.pulse.Job;
import dev.pulse.JobPage;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Schedule;
import dev.pulse.SchedulePage;
import dev.pulse.Schedules;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Schedules: when each fires next, and what became of its fires. */
final class SchedulesPage implements Page {
  private static final int ROWS = 50;
  private static final int AHEAD = 6;
  private static final int FIRES = 25;

  /** What the list draws. */
  record View(List<Schedule> schedules, @Nullable String cursor, boolean first) {}

  /**
   * What one schedule's page draws.
   *
   * @param ahead its next fires
   * @param fires the jobs that it made, the latest first
   */
  record Detail(Schedule schedule, List<Instant> ahead, List<Job> fires, @Nullable String cursor) {}

  @Override
  public void on(Site site) {
    site.show("/schedules", SchedulesPage::list)
        .show("/schedules/{name}", SchedulesPage::detail)
        .act("/schedules/{name}/pause", SchedulesPage::pause)
        .act("/schedules/{name}/resume", SchedulesPage::resume)
        .act("/schedules/{name}/trigger", SchedulesPage::trigger)
        .act("/schedules/{name}/delete", SchedulesPage::delete);
  }

  private static Screen list(Visit visit) {
    String after = visit.asked("after").orElse(null);
    SchedulePage page = visit.pulse().schedules().page(ROWS, after);
    return new Screen(
        "Schedules", "schedules", new View(page.schedules(), page.cursor(), after == null));
  }

  private static Screen detail(Visit visit) {
    Pulse pulse = visit.pulse();
    Schedule schedule =
        pulse
            .schedules()
            .find(visit.at("name"))
            .orElseThrow(
                () ->
                    Refused.notFound(
                        "There is no schedule '%s'.".formatted(Text.brief(visit.at("name")))));
    JobPage fires =
        pulse.schedules().fires(schedule.id().toString(), FIRES, visit.asked("after").orElse(null));
    return new Screen(
        Text.brief(schedule.name()),
        "schedule",
        new Detail(schedule, ahead(pulse.schedules(), schedule), fires.jobs(), fires.cursor()));
  }

  /** From its next fire on; a paused one has none, and one that is over neither. */
  private static List<Instant> ahead(Schedules schedules, Schedule schedule) {
    Schedule.Timing timing = schedule.timing();
    Instant next = schedule.nextRunAt();
    if (timing == null || schedule.paused() || next == null) {
      return List.of();
    }
    try {
      return switch (timing) {
        case Schedule.At at -> List.of(at.time());
        case Schedule.Every every ->
            Stream.iterate(next, time -> time.plus(every.period())).limit(AHEAD).toList();
        case Schedule.Cron cron ->
            schedules.preview(AHEAD, o -> o.cron(cron.expression(), cron.zone()).job("preview"));
      };
    } catch (PulseException e) {
      return List.of(next);
    }
  }

  /** In words: {@code every 10s}, {@code 0 9 * * 1-5 Europe/Berlin}. */
  static String timing(Schedule schedule) {
    Schedule.Timing timing = schedule.timing();
    return switch (timing) {
      case null -> "cannot be read";
      case Schedule.At at -> "once, at " + Text.clock(at.time());
      case Schedule.Every every -> "every " + Text.duration(every.period());
      case Schedule.Cron cron ->
          cron.expression() + (cron.zone().equals(ZoneOffset.UTC) ? "" : " " + cron.zone());
    };
  }

  private static Done pause(Visit visit) {
    Schedule schedule = visit.pulse().schedules().pause(visit.at("name"));
    return Done.of("Schedule %s is paused.".formatted(Text.brief(schedule.name())));
  }

  private static Done resume(Visit visit) {
    Schedule schedule = visit.pulse().schedules().resume(visit.at("name"));
    return Done.of("Schedule %s fires again.".formatted(Text.brief(schedule.name())));
  }

  private static Done trigger(Visit visit) {
    var job = visit.pulse().schedules().trigger(visit.at("name"));
    return Done.of("Job %s is submitted.".formatted(Text.tail(job.id())));
  }

  private static Done delete(Visit visit) {
    visit.pulse().schedules().delete(visit.at("name"));
    return Done.of("The schedule is deleted; its jobs stay.", "/schedules");
  }
}
