package dev.pulse.internal;

import dev.pulse.v1.Lease;
import dev.pulse.v1.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this worker owes: every lease it holds, until its report is acknowledged. Leases are known
 * by job and fence, because their worker changes when a connection is replaced.
 */
final class Ledger {
  private final Map<Key, Held> held = new LinkedHashMap<>();
  private int busy;

  /** One attempt at one job. */
  record Key(long job, int fence) {
    static Key of(Lease lease) {
      return new Key(lease.getJob(), lease.getFence());
    }
  }

  /** Enters a lease; false when it is there already. */
  boolean add(Held added) {
    if (held.putIfAbsent(Key.of(added.lease()), added) != null) {
      return false;
    }
    busy++;
    return true;
  }

  @Nullable Held find(Key key) {
    return held.get(key);
  }

  boolean contains(Held one) {
    return held.get(Key.of(one.lease())) == one;
  }

  /** Notes how the attempt ended: its slot is free, the report is owed. */
  void report(Held one, Report report) {
    if (!one.isReported()) {
      busy--;
    }
    one.report(report);
  }

  void remove(Held one) {
    if (held.remove(Key.of(one.lease()), one) && !one.isReported()) {
      busy--;
    }
  }

  /** How many assignments have not ended: each of them takes a slot. */
  int busy() {
    return busy;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Everything held, as it is now: the caller may change the ledger while it reads. */
  List<Held> all() {
    return List.copyOf(held.values());
  }
}
