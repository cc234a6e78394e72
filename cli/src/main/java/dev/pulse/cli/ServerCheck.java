package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import dev.pulse.PulseException;

/** Asks the server that commands would talk to, as they would. */
final class ServerCheck {
  private ServerCheck() {}

  static Finding of(Connection connection) {
    String server = connection.login().server();
    try (Pulse pulse = connection.open()) {
      pulse.page(JobFilter.all().pageSize(1));
      return Finding.ok("server", server + " answers");
    } catch (PulseException e) {
      return switch (ExitCode.of(e.code())) {
        case UNREACHABLE ->
            Finding.warn("server", server + " does not answer: 'pulse up' starts one");
        case NOT_ALLOWED ->
            Finding.wrong("server", e.getMessage() + ": 'pulse save creds' keeps the right login");
        case OK, FAILED, USAGE, NOT_FOUND, CONFLICT ->
            Finding.wrong("server", String.valueOf(e.getMessage()));
      };
    }
  }
}
