package dev.pulse.server.run;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Jobs;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What input must look like. Every rule names the field and what it takes. */
final class RunRules {
  static final int LONGEST_NAME = 200;
  static final int LONGEST_QUESTION = 4000;
  static final int LARGEST_PAYLOAD = 1 << 20;
  static final int LARGEST_VALUE = 256 << 10;
  private static final Duration LONGEST_WAIT = Duration.ofDays(3653);

  private RunRules() {}

  static void name(String field, String value) {
    text(field, value, LONGEST_NAME);
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw RunRefused.invalid(field + " has a control character");
    }
  }

  static void question(@Nullable String question) {
    if (question != null) {
      text("question", question, LONGEST_QUESTION);
    }
  }

  static void expiry(@Nullable Duration expiry) {
    if (expiry != null && (!expiry.isPositive() || expiry.compareTo(LONGEST_WAIT) > 0)) {
      throw RunRefused.invalid("expires_in is more than nothing and at most 10 years");
    }
  }

  static void json(String field, String text, int mostBytes) {
    try {
      Jobs.checkJson(field, text, mostBytes);
    } catch (JobRefused e) {
      throw RunRefused.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static void text(String field, String value, int longest) {
    if (value.isEmpty() || value.length() > longest) {
      throw RunRefused.invalid(
          "%s has 1 to %d characters, this one has %d".formatted(field, longest, value.length()));
    }
    if (value.indexOf('\0') >= 0) {
      throw RunRefused.invalid(field + " has a NUL character");
    }
  }
}
