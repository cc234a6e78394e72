package dev.pulse.agents.runner;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges how an attempt ended (A4), in this order: what the command line says itself, then the
 * checks, then how the process ended. Pure; the checks cost something and are made in between, only
 * where they count.
 */
final class Judgement {
  private static final Pattern NO_WORK = Pattern.compile("NO-WORK\\b.*", Pattern.DOTALL);
  private static final Pattern SUSPEND =
      Pattern.compile("SUSPEND[ \\t]+(\\S+)(.*)", Pattern.DOTALL);

  private Judgement() {}

  /**
   * What is certain without checks; empty where they decide.
   *
   * @param aside the end of its standard error
   */
  static Optional<Verdict> beforeChecks(End end, Told told, String aside) {
    return switch (told.finish()) {
      case Told.Finish.Badly(_, RateLimit limit) when limit != null ->
          Optional.of(new Verdict.RateLimited(limit));
      case Told.Finish.Badly(String error, _) -> Optional.of(new Verdict.Failed(error, false));
      case Told.Finish.Spent(String error) -> Optional.of(new Verdict.Failed(error, true));
      case Told.Finish.Well _ -> byAnswer(told.text());
      case Told.Finish.Unsaid _ -> Optional.of(byEnd(end, true, aside).orElseThrow());
      case Told.Finish.Unable _ -> byEnd(end, false, aside).or(() -> byAnswer(told.text()));
    };
  }

  /**
   * @param faults what the checks found
   */
  static Verdict afterChecks(List<String> faults) {
    return faults.isEmpty()
        ? new Verdict.Done()
        : new Verdict.Failed(String.join("; ", faults), false);
  }

  private static Optional<Verdict> byAnswer(String text) {
    String answer = text.strip();
    Matcher suspend = SUSPEND.matcher(answer);
    if (suspend.matches()) {
      return Optional.of(new Verdict.Suspended(suspend.group(1), suspend.group(2).strip()));
    }
    return NO_WORK.matcher(answer).matches() ? Optional.of(new Verdict.NoWork()) : Optional.empty();
  }

  /**
   * @param silent whether it should have said how it ended, and did not: then an exit code of 0
   *     says nothing either
   */
  private static Optional<Verdict> byEnd(End end, boolean silent, String aside) {
    return switch (end) {
      case End.OutOfTime(Duration limit) ->
          Optional.of(new Verdict.Killed("it took longer than " + text(limit)));
      case End.Silent(Duration limit) ->
          Optional.of(new Verdict.Killed("it said nothing for " + text(limit)));
      case End.OverBudget _ ->
          Optional.of(new Verdict.Failed("it had spent more than max_cost_usd", true));
      case End.Exited(int code) when silent ->
          Optional.of(
              new Verdict.Failed(
                  "it ended without saying how, exit %d%s".formatted(code, words(aside)), false));
      case End.Exited(int code) when code != 0 ->
          Optional.of(new Verdict.Failed("exit %d%s".formatted(code, words(aside)), false));
      case End.Exited _ -> Optional.empty();
    };
  }

  private static String words(String aside) {
    return aside.isBlank() ? "" : ": " + aside.strip();
  }

  /** As it is written in agent files. */
  private static String text(Duration limit) {
    return limit.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
