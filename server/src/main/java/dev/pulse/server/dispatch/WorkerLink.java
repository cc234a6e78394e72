package dev.pulse.server.dispatch;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Lease;
import java.util.List;

/** How a connected worker is spoken to. Calls come from any thread and must not block. */
public interface WorkerLink {
  void assign(List<Assignment> jobs);

  void acknowledge(List<Answer> answers);

  /** The attempt is the worker's no longer: interrupt it. */
  void cancel(Lease lease, String reason);

  /** Go: reconnect, here or elsewhere. */
  void farewell();

  /** What became of a report. */
  record Answer(Lease lease, Ack ack) {}
}
