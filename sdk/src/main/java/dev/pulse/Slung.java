package dev.pulse;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of one task that was to be slung.
 *
 * @param task its id
 * @param result {@code dispatched}, {@code scheduled}, {@code blocked}, {@code existing}, {@code
 *     skipped} or {@code refused}
 * @param message one sentence without its subject: {@code is scheduled in gastown}; of a refused
 *     one the whole reason
 * @param slingId null: there is no sling
 * @param jobId null: it is not dispatched
 * @param convoy what it is tracked in; null: nothing
 */
public record Slung(
    String task,
    String result,
    String message,
    @Nullable UUID slingId,
    @Nullable UUID jobId,
    @Nullable String convoy) {

  /** Whether nothing came of it but a reason. */
  public boolean isRefused() {
    return result.equals("refused");
  }
}
