package dev.pulse.server.job;

import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Where to begin to count what runs through each gate: before it all have ended for good. */
final class OldestSlots {
  private final ConcurrentMap<Integer, Long> known = new ConcurrentHashMap<>();

  Sql.Call bind(Sql.Call call) throws SQLException {
    List<Map.Entry<Integer, Long>> now = List.copyOf(known.entrySet());
    return call.set("marked", now.stream().mapToInt(Map.Entry::getKey).toArray())
        .set("marks", now.stream().mapToLong(Map.Entry::getValue).toArray());
  }

  void remember(int gate, @Nullable Long oldest) {
    if (oldest != null) {
      known.merge(gate, oldest, Math::max);
    }
  }
}
