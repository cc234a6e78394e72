package dev.pulse.server.job;

import org.jspecify.annotations.Nullable;

/** A worker's word on how an attempt ended. */
public record Report(Lease lease, Outcome outcome) {
  private static final int LONGEST_ERROR = 64 * 1024;

  public Report {
    outcome =
        switch (outcome) {
          case Outcome.Failed(String error, var result) ->
              new Outcome.Failed(storable(error), checked(result));
          case Outcome.FailedForGood(String error, var result) ->
              new Outcome.FailedForGood(storable(error), checked(result));
          case Outcome.Succeeded(var result) -> new Outcome.Succeeded(checked(result));
          case Outcome.Snoozed(var delay) -> {
            Rules.delay("snooze", delay);
            yield outcome;
          }
          case Outcome.Released _ -> outcome;
          case Outcome.Lost _, Outcome.Canceled _ ->
              throw JobRefused.invalid("a worker cannot report " + outcome);
        };
  }

  /**
   * What is left of a report that cannot be kept as it is, and why. A success without its result is
   * a failure; a failure stays what it was.
   */
  static Report refused(Lease lease, Outcome outcome, String why) {
    return new Report(
        lease,
        switch (outcome) {
          case Outcome.Failed(String error, _) ->
              new Outcome.Failed(error + "\n[its result was refused: " + why + "]");
          case Outcome.FailedForGood(String error, _) ->
              new Outcome.FailedForGood(error + "\n[its result was refused: " + why + "]");
          case Outcome.Succeeded _,
              Outcome.Snoozed _,
              Outcome.Lost _,
              Outcome.Released _,
              Outcome.Canceled _ ->
              new Outcome.Failed("its answer was refused: " + why);
        });
  }

  private static @Nullable String checked(@Nullable String result) {
    if (result != null) {
      Rules.json("result", result);
    }
    return result;
  }

  /** An error is for people: what Postgres cannot hold is replaced, what nobody reads is cut. */
  private static String storable(String error) {
    String cut =
        error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR) + " [cut]";
    return cut.replace('\0', '\uFFFD');
  }
}
