package dev.pulse.internal;

import com.google.protobuf.Timestamp;
import dev.pulse.v1.Assignment;
import dev.pulse.v1.Lease;
import java.util.UUID;

/** Makes assignments for tests. */
final class Assigned {
  private Assigned() {}

  static Assignment job(long number, String name) {
    return job(number, name, "{}");
  }

  static Assignment job(long number, String name, String args) {
    return Assignment.newBuilder()
        .setLease(Lease.newBuilder().setJob(number).setWorker(1).setFence(1))
        .setId(new UUID(0x7000L, number).toString())
        .setName(name)
        .setTopic("default")
        .setArgs(args)
        .setAttempt(1)
        .setMaxAttempts(5)
        .setSubmittedAt(Timestamp.newBuilder().setSeconds(1_700_000_000))
        .build();
  }

  /** The same attempt under the lease of another connection. */
  static Lease renewed(Lease lease, long worker) {
    return lease.toBuilder().setWorker(worker).build();
  }
}
