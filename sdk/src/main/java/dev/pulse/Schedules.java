package dev.pulse;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that are submitted when their time comes; every time is exactly one job, whatever crashes. A
 * schedule is meant by its name, or by its id as text.
 *
 * <p>Like all calls, these are repeated when the connection is lost, and none of them takes effect
 * twice by that.
 */
public interface Schedules {
  /**
   * Makes a schedule.
   *
   * @throws PulseException CONFLICT when there is one with that name
   */
  Schedule create(String name, Consumer<ScheduleOptions> options);

  /**
   * Makes a schedule, or turns the one with that name into what the options say. For programs that
   * declare their schedules when they start: the same timing goes on where it is, and a schedule
   * that somebody paused stays paused.
   */
  Schedule put(String name, Consumer<ScheduleOptions> options);

  /** When such a schedule would fire, from now on. Nothing is stored. */
  List<Instant> preview(int count, Consumer<ScheduleOptions> options);

  /** The schedule, if there is one. */
  Optional<Schedule> find(String schedule);

  /** All schedules by name, fetched page by page as the stream is read. */
  Stream<Schedule> list();

  /**
   * One page of the schedules, by name.
   *
   * @param size how many, 1 to 500
   * @param cursor {@link SchedulePage#next()} of the page before; null for the first
   */
  SchedulePage page(int size, @Nullable String cursor);

  /**
   * Changes what the options mention; the rest stays. Another timing starts anew from now, and a
   * job replaces the job as a whole.
   */
  Schedule edit(String schedule, Consumer<ScheduleOptions> options);

  /** Keeps it from firing. */
  Schedule pause(String schedule);

  /** Lets it fire again. What fell due meanwhile was missed, and goes by its policy. */
  Schedule resume(String schedule);

  /** Submits its job now, outside the series and whether or not it is paused. */
  JobHandle trigger(String schedule);

  /** Deletes it. Its jobs stay. */
  void delete(String schedule);

  /** The jobs that it made, newest first, fetched page by page as the stream is read. */
  Stream<Job> fires(String schedule);

  /**
   * One page of the jobs that it made, newest first.
   *
   * @param size how many, 1 to 500
   * @param cursor {@link JobPage#next()} of the page before; null for the first
   */
  JobPage fires(String schedule, int size, @Nullable String cursor);
}
