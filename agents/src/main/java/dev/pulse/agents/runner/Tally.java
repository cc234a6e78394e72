package dev.pulse.agents.runner;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What several agents, one after the other, have told and spent for one job. */
final class Tally {
  private Attempt.@Nullable Ended sum;

  /** Adds one more; how it went is how it all went. */
  void add(Attempt.Ended next) {
    Attempt.Ended before = sum;
    if (before == null) {
      sum = next;
      return;
    }
    Told old = before.told();
    Told told = next.told();
    sum =
        new Attempt.Ended(
            next.verdict(),
            new Told(
                told.session(),
                ints(old.turns(), told.turns()),
                longs(old.inputTokens(), told.inputTokens()),
                longs(old.outputTokens(), told.outputTokens()),
                money(old.costUsd(), told.costUsd()),
                told.text(),
                told.finish()),
            next.output(),
            next.exit(),
            before.took().plus(next.took()));
  }

  /** All of it; before the first, nothing was done and nothing spent. */
  Attempt.Ended total() {
    Attempt.Ended all = sum;
    return all == null
        ? new Attempt.Ended(new Verdict.Done(), Told.nothing(""), "", null, Duration.ZERO)
        : all;
  }

  private static @Nullable Integer ints(@Nullable Integer a, @Nullable Integer b) {
    return a == null || b == null ? a == null ? b : a : Integer.valueOf(a + b);
  }

  private static @Nullable Long longs(@Nullable Long a, @Nullable Long b) {
    return a == null || b == null ? a == null ? b : a : Long.valueOf(a + b);
  }

  private static @Nullable BigDecimal money(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    return a == null || b == null ? a == null ? b : a : a.add(b);
  }
}
