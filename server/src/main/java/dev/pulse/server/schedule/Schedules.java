package dev.pulse.server.schedule;

import dev.pulse.server.job.Job;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Page;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.postgres.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The door of schedules. A fire is an ordinary job, submitted once per occurrence however many
 * servers tick and however often they crash (S2).
 */
public final class Schedules {
  private final Jobs jobs;
  private final Shelf shelf;
  private final Ticker ticker;
  private final Supplier<@Nullable Instant> clock;
  private volatile Runnable listener = () -> {};

  public Schedules(Database database, Jobs jobs) {
    this(database, jobs, () -> null);
  }

  /**
   * @param clock what to take for the time; null: Postgres' own, as everywhere but in tests
   */
  Schedules(Database database, Jobs jobs, Supplier<@Nullable Instant> clock) {
    this.jobs = jobs;
    this.shelf = new Shelf(database);
    this.ticker = new Ticker(database, jobs);
    this.clock = clock;
  }

  /** Tells that a schedule may be due sooner than any other. One listener. */
  public void onChange(Runnable listener) {
    this.listener = listener;
  }

  public Schedule create(Definition definition) {
    return create(null, definition);
  }

  /**
   * Makes a schedule.
   *
   * @param id of the caller's choice, so that the same create may come twice; null: a new one
   */
  public Schedule create(@Nullable UUID id, Definition definition) {
    jobs.check(definition.job());
    return changed(shelf.create(id, definition, clock.get()));
  }

  /**
   * Makes it, or turns the one of that name into what is asked for. Doing so again changes nothing:
   * the same timing goes on where it is, and a pause stays.
   */
  public Schedule put(Definition definition) {
    jobs.check(definition.job());
    return changed(shelf.put(definition, clock.get()));
  }

  /** When that would fire, from now on; nothing is stored. */
  public List<Instant> preview(Definition definition, int count) {
    jobs.check(definition.job());
    return shelf.upcoming(definition.timing(), count, clock.get());
  }

  public Optional<Schedule> find(UUID id) {
    return shelf.find(id);
  }

  public Optional<Schedule> find(String name) {
    return shelf.find(name);
  }

  /** By name. */
  public Page<Schedule> list(int limit, @Nullable String cursor) {
    return shelf.list(limit, cursor);
  }

  /** Another timing starts anew from now; jobs that were submitted stay what they are. */
  public Schedule edit(UUID id, UnaryOperator<Definition> change) {
    UnaryOperator<Definition> checked =
        was -> {
          Definition now = change.apply(was);
          jobs.check(now.job());
          return now;
        };
    return changed(shelf.edit(id, checked, clock.get()));
  }

  /** Its jobs stay. */
  public void delete(UUID id) {
    if (!shelf.delete(id)) {
      throw ScheduleRefused.notFound(id);
    }
  }

  public Schedule pause(UUID id) {
    return shelf.pause(id);
  }

  /** What fell due while it was paused was missed: its policy says what becomes of that. */
  public Schedule resume(UUID id) {
    return changed(shelf.resume(id, clock.get()));
  }

  public Submitted trigger(UUID id) {
    return trigger(id, null);
  }

  /**
   * A job now, outside the series and whether or not the schedule is paused.
   *
   * @param job the job's id, so that the same trigger may come twice; null: a new one
   */
  public Submitted trigger(UUID id, @Nullable UUID job) {
    NewJob.Draft draft = require(id).definition().job().but();
    return jobs.submit(draft.id(job).origin(new NewJob.Origin(id, null, null)).build());
  }

  /** Its jobs, newest first. */
  public Page<Job> fires(UUID id, int limit, @Nullable String cursor) {
    require(id);
    return jobs.madeBy(id, limit, cursor);
  }

  /** A step of the clockwork: answers how many schedules were due. */
  public int tick(int chunk) {
    return ticker.tick(chunk, clock.get());
  }

  /** How long until the next one is due; empty: nothing is waiting. */
  public Optional<Duration> untilNextDue() {
    return ticker.untilNextDue(clock.get());
  }

  private Schedule require(UUID id) {
    return find(id).orElseThrow(() -> ScheduleRefused.notFound(id));
  }

  private Schedule changed(Schedule schedule) {
    listener.run();
    return schedule;
  }
}
