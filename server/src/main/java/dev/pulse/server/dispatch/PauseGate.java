package dev.pulse.server.dispatch;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is paused, as last seen. It is read before the server serves, and from then on every second;
 * a database that does not answer meanwhile changes nothing, so a blip neither halts dispatch nor
 * lifts a pause.
 */
final class PauseGate {
  private static final String EVERYTHING = "";
  private static final int LONGEST_TEXT = 500;

  static final Sql PAUSE =
      Sql.of(
          """
          INSERT INTO pulse.pause (topic, reason, actor) VALUES (:topic, :reason, :actor)
          ON CONFLICT (topic) DO UPDATE
            SET reason = excluded.reason, actor = excluded.actor, paused_at = now()
          """);

  static final Sql RESUME = Sql.of("DELETE FROM pulse.pause WHERE topic = :topic");

  static final Sql PAUSES =
      Sql.of("SELECT topic, reason, actor, paused_at FROM pulse.pause ORDER BY topic");

  private final Database database;
  private volatile Map<String, Pause> pauses;

  /** Reads what is paused; fails if it cannot, because to start blindly could break a pause. */
  PauseGate(Database database) {
    this.database = database;
    this.pauses = read();
  }

  /** What keeps that topic's jobs from being claimed, if anything. */
  @Nullable Pause pauseOf(String topic) {
    Map<String, Pause> seen = pauses;
    Pause all = seen.get(EVERYTHING);
    return all == null ? seen.get(topic) : all;
  }

  List<Pause> pauses() {
    return List.copyOf(pauses.values());
  }

  void pause(@Nullable String topic, String reason, String actor) {
    check("reason", reason);
    check("actor", actor);
    database.call(
        connection ->
            PAUSE
                .on(connection)
                .set("topic", key(topic))
                .set("reason", reason)
                .set("actor", actor)
                .update());
    refresh();
  }

  void resume(@Nullable String topic) {
    database.call(connection -> RESUME.on(connection).set("topic", key(topic)).update());
    refresh();
  }

  /** Looks again; answers whether something was resumed since the last look. */
  boolean refresh() {
    Map<String, Pause> before = pauses;
    pauses = read();
    return !pauses.keySet().containsAll(before.keySet());
  }

  private Map<String, Pause> read() {
    var read = new HashMap<String, Pause>();
    for (Pause pause :
        database.call(
            connection ->
                PAUSES
                    .on(connection)
                    .list(
                        row ->
                            new Pause(
                                row.text("topic").isEmpty() ? null : row.text("topic"),
                                row.text("reason"),
                                row.text("actor"),
                                row.instant("paused_at"))))) {
      read.put(key(pause.topic()), pause);
    }
    return Map.copyOf(read);
  }

  private static String key(@Nullable String topic) {
    if (topic == null) {
      return EVERYTHING;
    }
    if (topic.isEmpty()) {
      throw JobRefused.invalid("topic is empty; leave it out to mean every topic");
    }
    check("topic", topic);
    return topic;
  }

  private static void check(String field, String text) {
    if (text.length() > LONGEST_TEXT || text.chars().anyMatch(Character::isISOControl)) {
      throw JobRefused.invalid(
          field + " has at most " + LONGEST_TEXT + " characters and no control characters");
    }
  }
}
