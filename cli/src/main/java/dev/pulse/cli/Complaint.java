package dev.pulse.cli;

import dev.pulse.PulseException;
import dev.pulse.agents.relay.PlanRefused;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** An error as the user sees it: one clear line on stderr, and an exit code (C3). */
final class Complaint {
  private Complaint() {}

  /** One line that names the option and what it takes. */
  static int misused(ParameterException e) {
    String message = e.getMessage() == null ? "wrong use" : e.getMessage();
    return misused(e.getCommandLine(), message + suggestion(e));
  }

  static int failed(Exception e, CommandLine line) throws Exception {
    return switch (e) {
      case Misuse misuse -> misused(line, String.valueOf(misuse.getMessage()));
      case PulseException pulse -> {
        say(line, String.valueOf(pulse.getMessage()));
        yield ExitCode.of(pulse.code()).number;
      }
      case PlanRefused refused -> {
        say(line, String.valueOf(refused.getMessage()));
        yield ExitCode.of(refused.reason()).number;
      }
      default -> throw e;
    };
  }

  /** For what is worth a word and is no reason to stop. */
  static void say(CommandLine line, String message) {
    line.getErr().println("pulse: " + message.strip().replaceAll("\\s*\\R\\s*", " "));
    line.getErr().flush();
  }

  private static int misused(CommandLine line, String message) {
    say(line, "%s (see %s --help)".formatted(message, line.getCommandSpec().qualifiedName()));
    return ExitCode.USAGE.number;
  }

  private static String suggestion(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      if (!near.isEmpty()) {
        return "; did you mean "
            + String.join(" or ", near.subList(0, Math.min(2, near.size())))
            + "?";
      }
    }
    return "";
  }
}
