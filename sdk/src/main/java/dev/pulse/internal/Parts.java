package dev.pulse.internal;

import dev.pulse.v1.NewJob;
import java.util.ArrayList;
import java.util.List;

/** Cuts a long list of jobs into parts that fit into one call each, in order. */
final class Parts {
  static final int MOST_JOBS = 1000;

  /** Well below what servers take in one message; a larger job travels alone. */
  static final int MOST_BYTES = 2 << 20;

  private Parts() {}

  static List<List<NewJob>> of(List<NewJob> jobs) {
    List<List<NewJob>> parts = new ArrayList<>();
    List<NewJob> part = new ArrayList<>();
    long bytes = 0;
    for (NewJob job : jobs) {
      int size = job.getSerializedSize();
      if (!part.isEmpty() && (part.size() == MOST_JOBS || bytes + size > MOST_BYTES)) {
        parts.add(part);
        part = new ArrayList<>();
        bytes = 0;
      }
      part.add(job);
      bytes += size;
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }
}
