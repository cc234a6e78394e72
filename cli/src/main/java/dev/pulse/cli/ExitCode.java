package dev.pulse.cli;

import dev.pulse.PulseException;
import dev.pulse.agents.relay.PlanRefused;

/** How a command ended, for scripts (C3). */
enum ExitCode {
  OK(0),
  FAILED(1),
  USAGE(2),
  NOT_FOUND(3),
  CONFLICT(4),
  NOT_ALLOWED(5),
  UNREACHABLE(6);

  final int number;

  ExitCode(int number) {
    this.number = number;
  }

  static ExitCode of(PulseException.Code code) {
    return switch (code) {
      case INVALID -> USAGE;
      case NOT_FOUND -> NOT_FOUND;
      case CONFLICT -> CONFLICT;
      case NOT_ALLOWED -> NOT_ALLOWED;
      // A server that does not answer is as good as none.
      case UNREACHABLE, TIMEOUT -> UNREACHABLE;
      case INTERRUPTED, INTERNAL -> FAILED;
    };
  }

  static ExitCode of(PlanRefused.Reason reason) {
    return switch (reason) {
      case NOT_FOUND -> NOT_FOUND;
      case CONFLICT -> CONFLICT;
      case INVALID -> USAGE;
    };
  }
}
