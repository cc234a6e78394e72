package dev.pulse.server.sling;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings, kept in the database: a change holds for every server from the next look on. */
final class Configuration {
  static final Sql ALL = Sql.of("SELECT name, value, updated_at, updated_by FROM pulse.config");

  static final Sql SET =
      Sql.of(
          """
          INSERT INTO pulse.config (name, value, updated_by) VALUES (:name, :value, :actor)
          ON CONFLICT (name) DO UPDATE
          SET value = excluded.value, updated_at = now(), updated_by = excluded.updated_by
          """);

  /** What holds the agents' number is a limit that each of their jobs carries. */
  static final Sql BOUND =
      Sql.of(
          """
          INSERT INTO pulse.limit_rule (name, max_running, updated_by)
          VALUES (:limit, :most, :actor)
          ON CONFLICT (name) DO UPDATE
          SET max_running = excluded.max_running, updated_at = now(),
            updated_by = excluded.updated_by
          """);

  static final Sql UNBOUND = Sql.of("DELETE FROM pulse.limit_rule WHERE name = :limit");

  private enum Known {
    MAX_AGENTS(Jobs.AGENT_LIMIT, "-1", "agents at a time; -1 or 0: tasks are dispatched at once") {
      @Override
      void check(String value) {
        number(setting, value, -1, 10_000);
      }
    },
    BATCH_SIZE("scheduler.batch_size", "1", "tasks dispatched in one cycle") {
      @Override
      void check(String value) {
        number(setting, value, 1, 1000);
      }
    },
    SPAWN_DELAY("scheduler.spawn_delay", "0s", "between two dispatches of one cycle") {
      @Override
      void check(String value) {
        duration(setting, value, Duration.ZERO, Duration.ofMinutes(10));
      }
    },
    INTERVAL("scheduler.interval", "3m", "until the next cycle, when nothing happens") {
      @Override
      void check(String value) {
        duration(setting, value, Duration.ofMillis(100), Duration.ofDays(1));
      }
    };

    final String setting;
    final String otherwise;
    final String description;

    Known(String setting, String otherwise, String description) {
      this.setting = setting;
      this.otherwise = otherwise;
      this.description = description;
    }

    abstract void check(String value);
  }

  private final Database database;

  Configuration(Database database) {
    this.database = database;
  }

  SchedulerConfig read(Connection connection) throws SQLException {
    Map<String, Row> set = rows(connection);
    return new SchedulerConfig(
        Integer.parseInt(value(set, Known.MAX_AGENTS)),
        Integer.parseInt(value(set, Known.BATCH_SIZE)),
        Rules.duration(Known.SPAWN_DELAY.setting, value(set, Known.SPAWN_DELAY)),
        Rules.duration(Known.INTERVAL.setting, value(set, Known.INTERVAL)));
  }

  List<Setting> list() {
    Map<String, Row> set = database.call(Configuration::rows);
    return Arrays.stream(Known.values()).map(known -> setting(known, set)).toList();
  }

  Setting find(String name) {
    Known known = known(name);
    return setting(known, database.call(Configuration::rows));
  }

  Setting set(String name, String value, String actor) {
    Known known = known(name);
    String given = value.strip();
    known.check(given);
    database.transact(
        connection -> {
          if (known == Known.MAX_AGENTS) {
            bound(connection, Integer.parseInt(given), actor);
          }
          return SET.on(connection)
              .set("name", known.setting)
              .set("value", given)
              .set("actor", actor)
              .update();
        });
    return find(name);
  }

  private static void bound(Connection connection, int most, String actor) throws SQLException {
    if (most > 0) {
      BOUND
          .on(connection)
          .set("limit", Jobs.AGENT_LIMIT)
          .set("most", most)
          .set("actor", actor)
          .update();
    } else {
      UNBOUND.on(connection).set("limit", Jobs.AGENT_LIMIT).update();
    }
  }

  private record Row(String value, Instant at, String by) {}

  private static Map<String, Row> rows(Connection connection) throws SQLException {
    var rows = new HashMap<String, Row>();
    ALL.on(connection)
        .list(
            row ->
                rows.put(
                    row.text("name"),
                    new Row(row.text("value"), row.instant("updated_at"), row.text("updated_by"))));
    return rows;
  }

  private static String value(Map<String, Row> set, Known known) {
    Row row = set.get(known.setting);
    return row == null ? known.otherwise : row.value;
  }

  private static Setting setting(Known known, Map<String, Row> set) {
    @Nullable Row row = set.get(known.setting);
    return new Setting(
        known.setting,
        value(set, known),
        known.otherwise,
        known.description,
        row == null ? null : row.at,
        row == null ? null : row.by);
  }

  private static Known known(String name) {
    return Arrays.stream(Known.values())
        .filter(known -> known.setting.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                SlingRefused.notFound(
                    "there is no setting %s; there are %s"
                        .formatted(
                            name,
                            Arrays.stream(Known.values())
                                .map(known -> known.setting)
                                .collect(Collectors.joining(", ")))));
  }

  private static void number(String setting, String value, int least, int most) {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return;
      }
    } catch (NumberFormatException e) {
      throw SlingRefused.invalid("%s is a whole number, not \"%s\"".formatted(setting, value));
    }
    throw SlingRefused.invalid(
        "%s is between %d and %d, not %s".formatted(setting, least, most, value));
  }

  private static void duration(String setting, String value, Duration least, Duration most) {
    Duration given = Rules.duration(setting, value);
    if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
      throw SlingRefused.invalid(
          "%s is between %d ms and %d s, not %s"
              .formatted(setting, least.toMillis(), most.toSeconds(), value));
    }
  }
}
