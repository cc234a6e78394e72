package dev.pulse.server.dispatch;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Lease;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What a worker heard: its end of the line only writes it down. */
class Heard implements WorkerLink {
  final List<Assignment> assigned = new CopyOnWriteArrayList<>();
  final AtomicInteger messages = new AtomicInteger();
  final List<Answer> answers = new CopyOnWriteArrayList<>();
  final List<Lease> canceled = new CopyOnWriteArrayList<>();
  volatile boolean sentAway;

  @Override
  public void assign(List<Assignment> jobs) {
    messages.incrementAndGet();
    assigned.addAll(jobs);
  }

  @Override
  public void acknowledge(List<Answer> heard) {
    answers.addAll(heard);
  }

  @Override
  public void cancel(Lease lease, String reason) {
    canceled.add(lease);
  }

  @Override
  public void farewell() {
    sentAway = true;
  }
}
