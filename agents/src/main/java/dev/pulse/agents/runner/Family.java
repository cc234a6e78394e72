package dev.pulse.agents.runner;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Everything an attempt has started and that is still alive, wherever it has gone (A6). Looked for
 * again and again while the attempt runs, because some signs fade; see ADR 6.
 */
final class Family {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

  /** How long the killed may take to be gone: the kernel may hold one in a slow disk or mount. */
  private static final Duration LAST_WAIT = Duration.ofSeconds(10);

  /** However fast a bomb forks, so many looks find it frozen. */
  private static final int MOST_FREEZES = 100;

  private final Census census;
  private final String leash;
  private final long self = ProcessHandle.current().pid();
  private Map<Long, Long> known;

  private Family(Census census, String leash, Map<Long, Long> known) {
    this.census = census;
    this.leash = leash;
    this.known = known;
  }

  /** The family of a process that was started under the leash. */
  static Family of(Process root, Leash leash, Census census) {
    long pid = root.pid();
    var family = new Family(census, leash.toString(), Map.of());
    for (Sighting one : census.everybody()) {
      if (one.pid() == pid) {
        family.known = Map.of(pid, one.started());
      }
    }
    return family;
  }

  /** What is left of a family whose root nobody holds any more. */
  static Family left(Leash leash, Census census) {
    return new Family(census, leash.toString(), Map.of());
  }

  /** Its living members; and remembers them. */
  synchronized List<Sighting> look() {
    Kinship.Members seen = Kinship.members(census.everybody(), known, leash, self);
    known = seen.known();
    return seen.alive();
  }

  /**
   * Asks all of it to end, and after the grace makes it. An interrupt does not hurry it: it is kept
   * for the caller.
   *
   * @return whether nothing is left
   */
  boolean end(Duration grace) {
    boolean interrupted = Thread.interrupted();
    try {
      List<Sighting> members = look();
      if (members.isEmpty()) {
        return true;
      }
      signal(members, Signals.TERM);
      if (goneWithin(grace)) {
        return true;
      }
      freeze();
      signal(look(), Signals.KILL);
      return killedWithin(LAST_WAIT);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** First nobody can fork any more; then the number of those to be killed stands. */
  private void freeze() {
    Set<Long> frozen = new HashSet<>();
    for (int look = 0; look < MOST_FREEZES; look++) {
      List<Sighting> moving = look().stream().filter(one -> frozen.add(one.pid())).toList();
      if (moving.isEmpty()) {
        return;
      }
      signal(moving, Signals.STOP);
    }
  }

  private boolean goneWithin(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (System.nanoTime() < deadline) {
      if (look().isEmpty()) {
        return true;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return false;
  }

  private boolean killedWithin(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (System.nanoTime() < deadline) {
      List<Sighting> left = look();
      if (left.isEmpty()) {
        return true;
      }
      signal(left, Signals.KILL);
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return look().isEmpty();
  }

  /** Groups first: a group is signalled as a whole, and cannot grow meanwhile. */
  private static void signal(Collection<Sighting> members, int signal) {
    members.stream()
        .filter(one -> one.group() == one.pid())
        .forEach(one -> Signals.send(-one.pid(), signal));
    members.forEach(one -> Signals.send(one.pid(), signal));
  }
}
