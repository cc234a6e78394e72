package dev.pulse.server.dispatch;

import dev.pulse.server.job.Jobs;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Who waits for which job's end. Ends seen here are told at once, ends elsewhere by a poll. */
final class Waiters {
  private final Jobs jobs;
  private final ConcurrentMap<UUID, Waited> waiting = new ConcurrentHashMap<>();

  /** A job somebody waits for, and how many do. */
  private record Waited(CompletableFuture<Void> end, int waiters) {}

  Waiters(Jobs jobs) {
    this.jobs = jobs;
  }

  /** To be forgotten by whoever asked, whatever happens. */
  CompletableFuture<Void> await(UUID id) {
    return waiting
        .merge(
            id,
            new Waited(new CompletableFuture<>(), 1),
            (known, _) -> new Waited(known.end(), known.waiters() + 1))
        .end();
  }

  void forget(UUID id) {
    waiting.computeIfPresent(
        id,
        (_, known) -> known.waiters() == 1 ? null : new Waited(known.end(), known.waiters() - 1));
  }

  void finished(Collection<UUID> ids) {
    for (UUID id : ids) {
      Waited known = waiting.get(id);
      if (known != null) {
        known.end().complete(null);
      }
    }
  }

  /** Whoever waits is answered with what there is. */
  void release() {
    waiting.values().forEach(known -> known.end().complete(null));
  }

  /** One statement for all of them; answers how many had ended. */
  int poll() {
    List<UUID> ids = List.copyOf(waiting.keySet());
    if (ids.isEmpty()) {
      return 0;
    }
    List<UUID> ended = jobs.finished(ids);
    finished(ended);
    return ended.size();
  }
}
