package dev.pulse.server.schedule;

import static dev.pulse.server.schedule.Clocks.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Postgres accepts every statement, and a tick reads only what is due. */
class ScheduleStatementsTest {
  @RegisterExtension static final Clocks clocks = new Clocks();

  @Test
  void everyStatementIsAccepted() throws Exception {
    var statements = new ArrayList<Sql>();
    for (Class<?> type : List.of(Shelf.class, Ticker.class)) {
      for (var field : type.getDeclaredFields()) {
        if (field.getType() == Sql.class && Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          statements.add((Sql) field.get(null));
        }
      }
    }
    assertThat(statements).hasSizeGreaterThan(10);
    for (Sql statement : statements) {
      clocks
          .database()
          .call(
              connection -> {
                try (var prepared = connection.prepareStatement(statement.text())) {
                  assertThat(prepared.getParameterMetaData()).as(statement.text()).isNotNull();
                }
                return null;
              });
    }
  }

  @Test
  void aTickAmongAHundredThousandTouchesOnlyTheDue() {
    clocks.execute(
        """
        INSERT INTO pulse.schedule (id, name, kind, spec, zone, anchor, missed, next_run_at,
          job_name, topic, args, priority, max_attempts, limits)
        SELECT gen_random_uuid(), 's' || n, 'every', 'PT24H', 'UTC', '2026-01-01T00:00:00Z',
          'coalesce', timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second',
          'work', 'default', '{}', 0, 5, '{}'
        FROM generate_series(1, 100000) n
        """);
    clocks.execute("ANALYZE pulse.schedule");
    List<String> plan = plan(after(10));
    plan.forEach(System.out::println);
    assertThat(plan).anyMatch(line -> line.contains("Index Scan using schedule_due"));
    assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Sort"));
    assertThat(plan)
        .filteredOn(line -> line.contains("Index Scan using schedule_due"))
        .allMatch(line -> line.contains("rows=10"));
    clocks.set(after(10));
    long start = System.nanoTime();
    assertThat(clocks.schedules().tick(200)).isEqualTo(10);
    long fired = System.nanoTime();
    assertThat(clocks.schedules().tick(200)).isZero();
    long idle = System.nanoTime();
    System.out.printf(
        "100,000 schedules: a tick with 10 due %.2f ms, an idle one %.2f ms%n",
        (fired - start) / 1e6, (idle - fired) / 1e6);
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isEqualTo(10);
  }

  /** As it was carried out, on a connection as the server has them. */
  private static List<String> plan(Instant now) {
    return clocks
        .database()
        .call(
            connection -> {
              var explained = Sql.of("EXPLAIN (ANALYZE, COSTS OFF) " + Ticker.DUE.text());
              try (var statement = connection.prepareStatement(explained.text())) {
                var time = now.atOffset(java.time.ZoneOffset.UTC);
                statement.setObject(1, time);
                statement.setObject(2, time);
                statement.setLong(3, 200);
                var lines = new ArrayList<String>();
                try (var rows = statement.executeQuery()) {
                  while (rows.next()) {
                    lines.add(rows.getString(1));
                  }
                }
                return lines;
              }
            });
  }
}
