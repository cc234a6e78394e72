package dev.pulse.agents.runner;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What runners of this home that were killed have left running. */
final class Orphans {
  private Orphans() {}

  /** Ends them, so that the next attempt does not meet the last one; says how many families. */
  static int sweep(Path home, Census census, Duration grace) {
    Set<Leash> left = left(home, census.everybody());
    left.forEach(leash -> Family.left(leash, census).end(grace));
    return left.size();
  }

  /** The leashes of this home whose runner does not live any more. */
  static Set<Leash> left(Path home, List<Sighting> everybody) {
    String mark = Leash.mark(home);
    var alive = new HashSet<List<Long>>();
    everybody.forEach(one -> alive.add(List.of(one.pid(), one.started())));
    return everybody.stream()
        .map(one -> Leash.parse(one.leash()))
        .flatMap(Optional::stream)
        .filter(leash -> leash.home().equals(mark))
        .filter(leash -> !alive.contains(List.of(leash.runner(), leash.runnerStarted())))
        .collect(Collectors.toSet());
  }
}
