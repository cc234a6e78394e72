package dev.pulse.server.sling;

import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of one task that was to be slung.
 *
 * @param message one sentence
 * @param sling also the id of its job, once it is dispatched
 */
public record Slung(
    String task, Result result, String message, @Nullable UUID sling, @Nullable String convoy) {

  /** What became of it. */
  public enum Result {
    /** Its job is there. */
    DISPATCHED,
    /** It waits for a cycle. */
    SCHEDULED,
    /** It waits for what it depends on. */
    BLOCKED,
    /** It was scheduled before. */
    EXISTING,
    /** It is nobody's work. */
    SKIPPED,
    REFUSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
