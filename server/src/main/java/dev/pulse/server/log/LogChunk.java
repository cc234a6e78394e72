package dev.pulse.server.log;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Lease;

/**
 * A piece of an attempt's log, at the place that its worker gave it. The lease's worker does not
 * matter: what a zombie says belongs to its own attempt.
 *
 * @param starts how many bytes of the log come before it
 * @param ends how many there are with it
 * @param wholeFrom from here to its end the worker has left nothing out
 */
public record LogChunk(Lease lease, long starts, long ends, long wholeFrom, String text) {
  /** The largest chunk, in bytes of UTF-8. */
  public static final int LARGEST = 64 << 10;

  /** More than anything can write, and far from what overflows. */
  private static final long FARTHEST = 1L << 60;

  public LogChunk {
    if (starts < 0 || ends <= starts || ends > FARTHEST || ends - starts > LARGEST) {
      throw JobRefused.invalid(
          "a chunk of a log has 1 to %d bytes, not those from %d to %d"
              .formatted(LARGEST, starts, ends));
    }
    text = text.replace('\0', '\uFFFD'); // which Postgres cannot hold
  }
}
