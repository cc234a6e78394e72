package dev.pulse.server.dispatch;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    var slots = new ArrayList<@Nullable Session>(wanted.size());
    String topic = null;
    boolean open = false;
    for (NewJob job : wanted) {
      Session slot = null;
      if (job.isUnhindered()) {
        if (!job.topic().equals(topic)) {
          topic = job.topic();
          open = idle.test(topic);
        }
        slot = open ? crews.reserve(job.topic()) : null;
        open = slot != null; // who asked in vain need not ask for the next
      }
      slots.add(slot);
    }
    return new Lending(slots);
  }

  boolean isEmpty() {
    for (Session slot : slots) {
      if (slot != null) {
        return false;
      }
    }
    return true;
  }

  /** For each job who may have it, or 0. */
  long[] workers() {
    var workers = new long[slots.size()];
    for (int at = 0; at < workers.length; at++) {
      Session slot = slots.get(at);
      workers[at] = slot == null ? 0 : slot.worker();
    }
    return workers;
  }

  /**
   * The jobs are durable: sends what was lent, and answers that.
   *
   * @param freed told who is free again
   */
  List<Assignment> deliver(List<Submitted> submitted, Consumer<Session> freed) {
    Map<Session, List<Assignment>> lent = new LinkedHashMap<>();
    var all = new ArrayList<Assignment>(slots.size());
    for (int at = 0; at < slots.size(); at++) {
      Session slot = slots.get(at);
      Assignment assignment = submitted.get(at).lent();
      if (slot != null && assignment != null) {
        lent.computeIfAbsent(slot, _ -> new ArrayList<>()).add(assignment);
        all.add(assignment);
      } else if (slot != null) {
        slot.giveBack(1);
        freed.accept(slot);
      }
    }
    lent.forEach(Session::assign);
    return all;
  }

  /** Nothing came of it. */
  void withdraw(Consumer<Session> freed) {
    List<Session> offered = slots.stream().flatMap(Stream::ofNullable).toList();
    offered.forEach(slot -> slot.giveBack(1));
    offered.forEach(freed);
  }
}
