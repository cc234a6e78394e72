package dev.pulse.server.limit;

import dev.pulse.server.job.JobRefused;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What to change of a limit; the parts that are not given stay as they are.
 *
 * @param maxRunning so many at once; 0 stops everything
 */
public record Change(Part<Integer> maxRunning, Part<Rate> rate, Part<Pause> pause) {
  private static final int LONGEST_REASON = 500;

  /** Changes nothing; a limit that was not there is there then and admits everything. */
  public static final Change NOTHING =
      new Change(new Part<>(false, null), new Part<>(false, null), new Part<>(false, null));

  /** Lifts everything: whatever is added to this is all the limit says. */
  public static final Change EVERYTHING =
      NOTHING.withMaxRunning(null).withRate(null).withPause(null);

  /**
   * One part of the change.
   *
   * @param value null: lifted
   */
  public record Part<T>(boolean given, @Nullable T value) {}

  /** Nothing starts until then. */
  public record Pause(Instant until, String reason) {
    public Pause {
      if (reason.length() > LONGEST_REASON || reason.chars().anyMatch(Character::isISOControl)) {
        throw JobRefused.invalid(
            "pause_reason has at most " + LONGEST_REASON + " characters, no control characters");
      }
    }
  }

  public Change {
    Integer most = maxRunning.value;
    if (most != null && most < 0) {
      throw JobRefused.invalid("max_running is 0 or more, not " + most);
    }
  }

  public Change withMaxRunning(@Nullable Integer most) {
    return new Change(new Part<>(true, most), rate, pause);
  }

  public Change withRate(@Nullable Rate rate) {
    return new Change(maxRunning, new Part<>(true, rate), pause);
  }

  public Change withPause(@Nullable Pause pause) {
    return new Change(maxRunning, rate, new Part<>(true, pause));
  }
}
