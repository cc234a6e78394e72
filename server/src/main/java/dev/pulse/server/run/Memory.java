package dev.pulse.server.run;

import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What stages remember (N8). Written with the outcome under the run's lock; what is shared is
 * written only over the revision the stage had read.
 */
final class Memory {
  static final Sql SHARED =
      Sql.of(
          "SELECT run_id, key, revision FROM pulse.run_memory WHERE run_id = ANY(:runs) AND scope = ''");

  static final Sql WRITE =
      Sql.of(
          """
          INSERT INTO pulse.run_memory AS m (run_id, scope, key, revision, value)
          SELECT g.run_id, g.scope, g.key, 1, g.value::json
          FROM unnest(:runs::uuid[], :scopes::text[], :keys::text[], :values::text[])
            AS g(run_id, scope, key, value)
          ON CONFLICT (run_id, scope, key)
          DO UPDATE SET value = excluded.value, revision = m.revision + 1
          """);

  /** Revision 0 is what nobody wrote yet. */
  private final Map<Slot, Integer> revisions = new HashMap<>();

  private final Map<Slot, @Nullable String> writes = new HashMap<>();

  private record Slot(UUID run, String scope, String key) {}

  /** Reads which revision each shared value of these runs has. */
  void load(Connection connection, List<UUID> runs) throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    SHARED
        .on(connection)
        .set("runs", runs.toArray(UUID[]::new))
        .list(
            row ->
                revisions.put(
                    new Slot(row.uuid("run_id"), "", row.text("key")), row.count("revision")));
  }

  /** Takes all of a stage's writes, or none of them when one of the shared came too late. */
  boolean take(UUID run, String node, List<StageNote.Write> wanted) {
    for (StageNote.Write write : wanted) {
      var slot = new Slot(run, write.scope(node), write.key());
      if (write.shared() && revisions.getOrDefault(slot, 0) != write.expected()) {
        return false;
      }
    }
    for (StageNote.Write write : wanted) {
      var slot = new Slot(run, write.scope(node), write.key());
      writes.put(slot, write.value());
      revisions.merge(slot, 1, Integer::sum);
    }
    return true;
  }

  void save(Connection connection) throws SQLException {
    if (writes.isEmpty()) {
      return;
    }
    var slots = new ArrayList<>(writes.keySet());
    WRITE
        .on(connection)
        .set("runs", slots.stream().map(Slot::run).toArray(UUID[]::new))
        .set("scopes", slots.stream().map(Slot::scope).toArray(String[]::new))
        .set("keys", slots.stream().map(Slot::key).toArray(String[]::new))
        .set("values", slots.stream().map(writes::get).map(Memory::written).toArray(String[]::new))
        .update();
  }

  /** What is forgotten stays as null, so that its revision still tells of it. */
  private static String written(@Nullable String value) {
    return value == null ? "null" : value;
  }
}
