package dev.pulse.server.run;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes whoever reads a run's events as they happen: at once for what happens here, by a poll of
 * the runs that are being read for what happens on other servers. Events themselves are only ever
 * read from the database, so a lost wake-up costs time and nothing else.
 */
final class Feed {
  static final Sql NUMBERS = Sql.of("SELECT id, events FROM pulse.run WHERE id = ANY(:runs)");

  private final Database database;
  private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;

  private record Reader(UUID run, int after, CompletableFuture<Void> more) {}

  Feed(Database database) {
    this.database = database;
  }

  /** Completes when there is an event after that number. To be asked for before looking. */
  CompletableFuture<Void> more(UUID run, int after) {
    var reader = new Reader(run, after, new CompletableFuture<>());
    readers.add(reader);
    var _ = reader.more().whenComplete((_, _) -> readers.remove(reader));
    if (draining) {
      reader.more().complete(null);
    }
    return reader.more();
  }

  /** Readers are to go: the server is about to. */
  void drain() {
    draining = true;
    readers.forEach(reader -> reader.more().complete(null));
  }

  boolean isDraining() {
    return draining;
  }

  void changed(Collection<UUID> runs) {
    for (Reader reader : readers) {
      if (runs.contains(reader.run())) {
        reader.more().complete(null);
      }
    }
  }

  /** One statement for all readers; none without any. Answers how many it woke. */
  int poll() {
    List<Reader> waiting = List.copyOf(readers);
    if (waiting.isEmpty()) {
      return 0;
    }
    UUID[] runs = waiting.stream().map(Reader::run).distinct().toArray(UUID[]::new);
    var numbers = new java.util.HashMap<UUID, Integer>();
    database.call(
        connection ->
            NUMBERS
                .on(connection)
                .set("runs", runs)
                .list(row -> numbers.put(row.uuid("id"), row.count("events"))));
    int woken = 0;
    for (Reader reader : waiting) {
      Integer last = numbers.get(reader.run());
      if (last == null || last > reader.after()) {
        reader.more().complete(null);
        woken++;
      }
    }
    return woken;
  }
}
