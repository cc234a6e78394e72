package dev.pulse.server.dispatch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is known of a topic: whether jobs may wait in it, and who serves it. A dry topic costs
 * nothing until it is woken. Guarded by the lock of {@link Crews}, but for the crews.
 */
final class Topic {
  final String name;
  final List<Crew> crews = new CopyOnWriteArrayList<>();

  /** The last claim came back short, and there was no news since. */
  boolean dry = true;

  /** The next claim looks behind the mark as well. */
  boolean fromStart = true;

  /** There was news since the claim under way began. */
  boolean woken;

  /** A claim is under way: at most one, what happens meanwhile makes the next one larger. */
  boolean claimed;

  /** Somebody will look when a rate or a pause lets jobs through. */
  boolean timed;

  Topic(String name) {
    this.name = name;
  }
}
