package dev.pulse.agents.runner;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who belongs to a family: a pure function of what was seen and who was known.
 *
 * <p>Each sign has its gap, so all of them count. A parent is forgotten when it dies; a group or
 * session is left by {@code setsid}; the leash is lost with a cleared environment. To slip through,
 * a process would have to do all three between two looks.
 */
final class Kinship {
  private Kinship() {}

  /**
   * A family as it was seen.
   *
   * @param alive its living members
   * @param known the numbers by which more can be found later: of the living, and of the dead whose
   *     group or session still lives
   */
  record Members(List<Sighting> alive, Map<Long, Long> known) {}

  /**
   * @param known by their numbers, when they had started
   * @param self the watching process, which is nobody's child here
   */
  static Members members(
      Collection<Sighting> everybody, Map<Long, Long> known, String leash, long self) {
    var circle = new HashMap<>(known);
    for (Sighting one : everybody) {
      Long started = circle.get(one.pid());
      if (started != null && started != one.started()) {
        circle.remove(one.pid()); // the number has gone to a stranger
      }
    }
    var found = new HashMap<Long, Sighting>();
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Sighting one : everybody) {
        if (one.pid() != self && !found.containsKey(one.pid()) && belongs(one, circle, leash)) {
          found.put(one.pid(), one);
          circle.put(one.pid(), one.started());
          grown = true;
        }
      }
    }
    circle.keySet().removeIf(pid -> !found.containsKey(pid) && !leads(pid, found.values()));
    return new Members(List.copyOf(found.values()), Map.copyOf(circle));
  }

  private static boolean belongs(Sighting one, Map<Long, Long> circle, String leash) {
    return circle.containsKey(one.pid())
        || one.leash().equals(leash)
        || circle.containsKey(one.parent())
        || circle.containsKey(one.group())
        || circle.containsKey(one.session());
  }

  private static boolean leads(long pid, Collection<Sighting> alive) {
    return alive.stream().anyMatch(one -> one.group() == pid || one.session() == pid);
  }
}
