package dev.pulse.agents.relay;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the relay remembers about an active plan. All of it can be lost: the file and the jobs tell
 * it again.
 */
final class Tracked {
  final Path path;
  final String name;

  /** The jobs that are awaited, each with the number of its component. */
  final Map<UUID, Integer> watched = new HashMap<>();

  /** Components whose last submit may or may not have arrived. */
  final Set<Integer> unsure = new HashSet<>();

  /** Agents that the plan names and nobody has described yet. */
  final Set<String> missing = new HashSet<>();

  /** The file that was looked at, if nothing can have changed in it unseen. */
  PlanFile.@Nullable Stamp seen;

  /** Whether something other than the file calls for a look. Set by other threads. */
  volatile boolean due = true;

  /** Not to be looked at before; null for at any time. */
  @Nullable Instant rest;

  /** Since when the file is not in its place; null while it is. */
  @Nullable Instant absent;

  /** The bytes that were refused, for as long as the rest lasts. */
  byte @Nullable [] refused;

  /** The gate that somebody was told about. */
  int gate;

  /** Whether the last look got through to the end. */
  boolean sound;

  private @Nullable String activated;

  Tracked(Path path) {
    this.path = path;
    this.name = PlanFile.name(path);
  }

  /**
   * Which run this is. A header that was lost, as when somebody saves an old copy, is what it was.
   */
  RunId run(Plan plan, Instant now) {
    String first = activated == null ? now.toString() : activated;
    activated = plan.written(Key.ACTIVATED).orElse(first);
    return new RunId(name, activated);
  }
}
