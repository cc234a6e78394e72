package dev.pulse.cli;

import dev.pulse.JobStatus;

/** The colours of the screen, or none (C3). */
record Palette(boolean colour) {
  private static final String RESET = "\u001b[0m";

  String heading(String text) {
    return painted("1", text);
  }

  String status(JobStatus status, String text) {
    return switch (status) {
      case COMPLETED -> painted("32", text);
      case RUNNING -> painted("36", text);
      case RETRYING -> painted("33", text);
      case DEAD_LETTERED -> painted("31", text);
      case CANCELED -> painted("2", text);
      case SCHEDULED, PENDING, UNKNOWN -> text;
    };
  }

  /** Words of tasks and slings; one that is not known is left as it is. */
  String state(String state, String text) {
    return switch (state) {
      case "closed", "completed", "done" -> painted("32", text);
      case "in_progress", "dispatched" -> painted("36", text);
      case "blocked", "skipped", "existing" -> painted("33", text);
      case "failed", "refused", "circuit-broken", "invalid" -> painted("31", text);
      case "canceled", "cleared" -> painted("2", text);
      default -> text;
    };
  }

  String alarm(String text) {
    return painted("31", text);
  }

  String verdict(Finding.Verdict verdict, String text) {
    return switch (verdict) {
      case OK -> painted("32", text);
      case WARN -> painted("33", text);
      case WRONG -> painted("31", text);
    };
  }

  private String painted(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
