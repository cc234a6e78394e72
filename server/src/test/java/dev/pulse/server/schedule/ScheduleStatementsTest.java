package dev.pulse.server.schedule;

import static dev.pulse.server.schedule.Clocks.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
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
    insert(100_000, "timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'");
    List<String> due = plan(Ticker.DUE, atOffset(after(10)), atOffset(after(10)), 200L);
    assertThat(scanOf(due, "schedule_due")).contains("rows=10");
    List<String> next = plan(Ticker.NEXT_DUE, atOffset(after(10)));
    assertThat(scanOf(next, "schedule_due")).contains("rows=1");
    List<String> move =
        plan(Ticker.MOVE, ids(1, 10), micros(10, 0), micros(10, 86_400), micros(10, 0));
    assertThat(scanOf(move, "schedule_pkey")).contains("rows=1").contains("loops=10");
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

  /** Everybody's jobs at midnight: each chunk must cost what the first one did. */
  @Test
  void aTickAmongAHundredThousandThatAreDueTogetherCostsItsChunk() {
    insert(100_000, "timestamptz '2026-01-01T00:00:01Z'");
    clocks.set(after(1));
    long start = System.nanoTime();
    for (int tick = 0; tick < 20; tick++) {
      assertThat(clocks.schedules().tick(200)).isEqualTo(200);
    }
    long each = (System.nanoTime() - start) / 20;
    System.out.printf("100,000 due together: a tick of 200 %.2f ms%n", each / 1e6);
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isEqualTo(4000);
    Long[] same = new Long[200];
    Arrays.fill(same, ChronoUnit.MICROS.between(Instant.EPOCH, after(1)));
    List<String> move = plan(Ticker.MOVE, ids(50_000, 200), same, same, same);
    assertThat(scanOf(move, "schedule_pkey")).contains("loops=200");
    assertThat(move).noneMatch(line -> line.contains("Rows Removed by Filter"));
  }

  private static void insert(int count, String next) {
    clocks.execute(
        """
        INSERT INTO pulse.schedule (id, name, kind, spec, zone, anchor, missed, next_run_at,
          job_name, topic, args, priority, max_attempts, limits)
        SELECT gen_random_uuid(), 's' || n, 'every', 'PT24H', 'UTC', '2026-01-01T00:00:00Z',
          'coalesce', %s, 'work', 'default', '{}', 0, 5, '{}'
        FROM generate_series(1, %d) n
        """
            .formatted(next, count));
    clocks.execute("ANALYZE pulse.schedule");
  }

  /** The one scan of the table, which must be of that index: what is not due is not touched. */
  private static String scanOf(List<String> plan, String index) {
    plan.forEach(System.out::println);
    assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Sort"));
    List<String> scans = plan.stream().filter(line -> line.contains(" on schedule ")).toList();
    assertThat(scans).filteredOn(line -> line.contains("Scan")).hasSize(1);
    return scans.stream()
        .filter(line -> line.contains("Scan using " + index + " on"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not by " + index));
  }

  private static OffsetDateTime atOffset(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private static UUID[] ids(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(n -> clocks.schedules().find("s" + n).orElseThrow().id())
        .toArray(UUID[]::new);
  }

  private static Long[] micros(int first, int later) {
    var micros = new Long[first];
    for (int n = 0; n < first; n++) {
      micros[n] = ChronoUnit.MICROS.between(Instant.EPOCH, after(n + 1L + later));
    }
    return micros;
  }

  /** As it was carried out, on a connection as the server has them; nothing of it stays. */
  private static List<String> plan(Sql statement, Object... values) {
    return clocks
        .database()
        .call(
            connection -> {
              connection.setAutoCommit(false);
              try (var explained =
                  connection.prepareStatement("EXPLAIN (ANALYZE, COSTS OFF) " + statement.text())) {
                for (int at = 0; at < values.length; at++) {
                  Object value = values[at];
                  switch (value) {
                    case UUID[] ids ->
                        explained.setArray(at + 1, connection.createArrayOf("uuid", ids));
                    case Long[] micros ->
                        explained.setArray(at + 1, connection.createArrayOf("int8", micros));
                    default -> explained.setObject(at + 1, value);
                  }
                }
                var lines = new ArrayList<String>();
                try (var rows = explained.executeQuery()) {
                  while (rows.next()) {
                    lines.add(rows.getString(1));
                  }
                }
                return lines;
              } finally {
                connection.rollback();
                connection.setAutoCommit(true);
              }
            });
  }
}
