package dev.pulse.agents.runner;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a command line has told about its own work (A7); null for what it does not tell.
 *
 * @param session by which it can be taken up again
 * @param inputTokens all that the model read, whether from a cache or not
 * @param text what it said last: the answer
 * @param finish how it says it ended
 */
record Told(
    @Nullable String session,
    @Nullable Integer turns,
    @Nullable Long inputTokens,
    @Nullable Long outputTokens,
    @Nullable BigDecimal costUsd,
    String text,
    Finish finish) {

  /** How a command line says it ended. */
  sealed interface Finish {
    /** It has no way to say so. */
    record Unable() implements Finish {}

    /** It would have said so, and did not. */
    record Unsaid() implements Finish {}

    /** It has done what it could. */
    record Well() implements Finish {}

    /**
     * It could not.
     *
     * @param limit null: not for a limit of the account
     */
    record Badly(String error, @Nullable RateLimit limit) implements Finish {}

    /** It was not allowed to spend more. */
    record Spent(String error) implements Finish {}
  }

  /** Of a program that tells nothing but its output. */
  static Told nothing(String text) {
    return new Told(null, null, null, null, null, text, new Finish.Unable());
  }
}
