package dev.pulse.server.dispatch;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The short way from submit to start: a job that finds a free slot and nobody before it is born
 * lent to that worker, in one commit. The slots are reserved before the jobs are written; those the
 * database did not use, because something was waiting after all, are given back.
 */
final class Lending {
  private final List<@Nullable Session> slots;

  private Lending(List<@Nullable Session> slots) {
    this.slots = slots;
  }

  /**
   * Reserves what is free for these jobs.
   *
   * @param idle topics that are not paused and whose last claim found nothing left
   */
  static Lending offer(List<NewJob> wanted, Crews crews, Predicate<String> idle) {
    Map<String, Integer> asked = new HashMap<>();
    for (NewJob job : wanted) {
      if (job.isUnhindered()) {
        asked.merge(job.topic(), 1, Integer::sum);
      }
    }
    Map<String, Queue<Session>> free = new HashMap<>();
    asked.forEach(
        (topic, count) ->
            free.put(
                topic,
                new ArrayDeque<>(idle.test(topic) ? crews.reserve(topic, count) : List.of())));
    var slots = new ArrayList<@Nullable Session>(wanted.size());
    for (NewJob job : wanted) {
      slots.add(
          job.isUnhindered() ? free.getOrDefault(job.topic(), new ArrayDeque<>()).poll() : null);
    }
    return new Lending(slots);
  }

  boolean isEmpty() {
    return offered().findAny().isEmpty();
  }

  /** For each job who may have it, or 0. */
  long[] workers() {
    return slots.stream().mapToLong(slot -> slot == null ? 0 : slot.worker()).toArray();
  }

  /**
   * The jobs are durable: sends what was lent, and answers that.
   *
   * @param freed told who is free again
   */
  List<Assignment> deliver(List<Submitted> submitted, Consumer<Session> freed) {
    Map<Session, List<Assignment>> lent = new HashMap<>();
    for (int at = 0; at < slots.size(); at++) {
      Session slot = slots.get(at);
      Assignment assignment = submitted.get(at).lent();
      if (slot != null && assignment != null) {
        lent.computeIfAbsent(slot, _ -> new ArrayList<>()).add(assignment);
      } else if (slot != null) {
        slot.giveBack(1);
        freed.accept(slot);
      }
    }
    lent.forEach(Session::assign);
    return lent.values().stream().flatMap(List::stream).toList();
  }

  /** Nothing came of it. */
  void withdraw(Consumer<Session> freed) {
    offered().forEach(slot -> slot.giveBack(1));
    offered().forEach(freed);
  }

  private Stream<Session> offered() {
    return slots.stream().flatMap(Stream::ofNullable);
  }
}
