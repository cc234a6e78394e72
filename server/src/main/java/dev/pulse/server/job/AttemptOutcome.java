package dev.pulse.server.job;

import org.jspecify.annotations.Nullable;

/** An outcome's name in the history. */
enum AttemptOutcome {
  SUCCEEDED,
  FAILED,
  FAILED_FOR_GOOD,
  SNOOZED,
  LOST,
  RELEASED,
  CANCELED;

  static AttemptOutcome of(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Succeeded _ -> SUCCEEDED;
      case Outcome.Failed _ -> FAILED;
      case Outcome.FailedForGood _ -> FAILED_FOR_GOOD;
      case Outcome.Snoozed _ -> SNOOZED;
      case Outcome.Lost _ -> LOST;
      case Outcome.Released _ -> RELEASED;
      case Outcome.Canceled _ -> CANCELED;
    };
  }

  static @Nullable String error(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Failed(String error, _) -> error;
      case Outcome.FailedForGood(String error, _) -> error;
      case Outcome.Lost _ -> Transitions.LOST;
      case Outcome.Succeeded _, Outcome.Snoozed _, Outcome.Released _, Outcome.Canceled _ -> null;
    };
  }

  static @Nullable String result(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Succeeded(var result) -> result;
      case Outcome.Failed(_, var result) -> result;
      case Outcome.FailedForGood(_, var result) -> result;
      case Outcome.Snoozed _, Outcome.Lost _, Outcome.Released _, Outcome.Canceled _ -> null;
    };
  }
}
