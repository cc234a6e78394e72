package dev.pulse.server.run;

import dev.pulse.server.job.Note;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a stage says along with its outcome: what it wants to wait for, and what it remembers.
 *
 * @param asks null unless it suspends
 */
public record StageNote(@Nullable Ask asks, List<Write> writes) implements Note {
  private static final int MOST_WRITES = 1000;

  /** Nothing to say, but said by a stage. */
  public static final StageNote EMPTY = new StageNote(null, List.of());

  /**
   * What a stage waits for.
   *
   * @param wakes whether an expiry wakes the stage, which then decides, instead of failing it
   */
  public record Ask(
      String signal, @Nullable Duration expiresIn, @Nullable String question, boolean wakes) {
    public Ask {
      RunRules.name("signal", signal);
      RunRules.expiry(expiresIn);
      RunRules.question(question);
    }
  }

  /**
   * Something remembered.
   *
   * @param shared by all stages of the run, or for this one
   * @param expected the revision it replaces; checked for what is shared
   * @param value JSON; null forgets it
   */
  public record Write(boolean shared, String key, int expected, @Nullable String value) {
    public Write {
      RunRules.name("key", key);
      if (value != null) {
        RunRules.json("memory " + key, value, RunRules.LARGEST_VALUE);
      }
    }

    String scope(String node) {
      return shared ? "" : node;
    }
  }

  public StageNote {
    writes = List.copyOf(writes);
    if (writes.size() > MOST_WRITES) {
      throw RunRefused.invalid("a stage writes at most %d keys at once".formatted(MOST_WRITES));
    }
  }

  boolean isShared() {
    return writes.stream().anyMatch(Write::shared);
  }
}
