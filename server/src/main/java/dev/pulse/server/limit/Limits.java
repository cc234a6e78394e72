package dev.pulse.server.limit;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The door of limits: set, read, delete. Every claim reads them afresh, so a change holds at once.
 */
public final class Limits {
  private static final int LONGEST_NAME = 200;

  static final Sql SET =
      Sql.of(
          """
          INSERT INTO pulse.limit_rule AS r
            (name, max_running, rate_starts, rate_per, paused_until, pause_reason, updated_by)
          VALUES (:name, :max_running::int4, :starts::int4, :per::int8 * interval '1 microsecond',
            :until::timestamptz, :reason, :actor)
          ON CONFLICT (name) DO UPDATE SET
            max_running = CASE WHEN :sets_max THEN excluded.max_running ELSE r.max_running END,
            rate_starts = CASE WHEN :sets_rate THEN excluded.rate_starts ELSE r.rate_starts END,
            rate_per = CASE WHEN :sets_rate THEN excluded.rate_per ELSE r.rate_per END,
            paused_until = CASE WHEN :sets_pause THEN excluded.paused_until ELSE r.paused_until END,
            pause_reason = CASE WHEN :sets_pause THEN excluded.pause_reason ELSE r.pause_reason END,
            updated_at = now(), updated_by = excluded.updated_by
          """);

  private static final String COLUMNS =
      """
      SELECT name, max_running, rate_starts, (extract(epoch FROM rate_per) * 1000000)::int8 AS per_us,
        CASE WHEN paused_until > now() THEN paused_until END AS paused_until, pause_reason,
        running, started, updated_at, updated_by
      FROM pulse.limits
      """;

  static final Sql FIND = Sql.of(COLUMNS + "WHERE name = :name");

  static final Sql LIST =
      Sql.of(COLUMNS + "WHERE name > :after ORDER BY name COLLATE \"C\" LIMIT :most");

  static final Sql DELETE =
      Sql.of(
          """
          WITH used AS (DELETE FROM pulse.limit_use WHERE name = :name)
          DELETE FROM pulse.limit_rule WHERE name = :name
          """);

  private final Database database;
  private volatile Runnable listener = () -> {};

  public Limits(Database database) {
    this.database = database;
  }

  /** Tells that a limit was changed here: who waits for it should look again. One listener. */
  public void onChange(Runnable listener) {
    this.listener = listener;
  }

  /** Makes the limit if it is not there, and changes what the change names. */
  public Limit set(String name, Change change, String actor) {
    check(name);
    Rate rate = change.rate().value();
    Change.Pause pause = change.pause().value();
    database.call(
        connection ->
            SET.on(connection)
                .set("name", name)
                .set("max_running", change.maxRunning().value())
                .set("starts", rate == null ? null : rate.starts())
                .set("per", rate == null ? null : rate.per())
                .set("until", pause == null ? null : pause.until())
                .set("reason", pause == null ? null : pause.reason())
                .set("actor", actor)
                .set("sets_max", change.maxRunning().given())
                .set("sets_rate", change.rate().given())
                .set("sets_pause", change.pause().given())
                .update());
    listener.run();
    return find(name).orElseThrow(() -> JobRefused.noLimit(name));
  }

  public Optional<Limit> find(String name) {
    return database.call(connection -> FIND.on(connection).set("name", name).first(Limits::limit));
  }

  /**
   * By name.
   *
   * @param after the last name of the page before; null: from the first
   */
  public List<Limit> list(int most, @Nullable String after) {
    if (most < 1 || most > 500) {
      throw JobRefused.invalid("limit is between 1 and 500, not " + most);
    }
    return database.call(
        connection ->
            LIST.on(connection)
                .set("after", after == null ? "" : after)
                .set("most", (long) most)
                .list(Limits::limit));
  }

  /** Jobs that carry it are not limited by it any more. Answers whether it was there. */
  public boolean delete(String name) {
    check(name);
    boolean gone =
        database.call(connection -> DELETE.on(connection).set("name", name).update()) > 0;
    listener.run();
    return gone;
  }

  private static void check(String name) {
    if (name.equals(Jobs.AGENT_LIMIT)) {
      throw JobRefused.invalid(
          "limit %s follows the setting of that name: pulse config set %s N".formatted(name, name));
    }
    if (name.isEmpty()
        || name.length() > LONGEST_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw JobRefused.invalid(
          "a limit's name has 1 to "
              + LONGEST_NAME
              + " characters, none of them a control character");
    }
  }

  private static Limit limit(Row row) throws SQLException {
    Integer starts = row.countOrNull("rate_starts");
    Duration per = row.microsOrNull("per_us");
    var pausedUntil = row.instantOrNull("paused_until");
    return new Limit(
        row.text("name"),
        row.countOrNull("max_running"),
        starts == null || per == null ? null : new Rate(starts, per),
        pausedUntil,
        pausedUntil == null ? null : row.textOrNull("pause_reason"),
        row.number("running"),
        row.number("started"),
        row.instant("updated_at"),
        row.text("updated_by"));
  }
}
