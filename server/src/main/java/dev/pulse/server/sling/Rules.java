package dev.pulse.server.sling;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What input must look like. Every rule names the field and what it takes. */
final class Rules {
  static final int LONGEST_TITLE = 500;
  static final int LONGEST_TEXT = 256 << 10;
  static final int LONGEST_PAGE = 500;
  private static final int LONGEST_ID = 100;
  private static final int LONGEST_NAME = 100;
  private static final int MOST_LABELS = 50;

  /** Of tasks that coordinate and are nobody's work. */
  static final String COORDINATION = "hq-";

  private static final Pattern TASK =
      Pattern.compile("[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+(?:[._][A-Za-z0-9]+)*)+");
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern DURATION = Pattern.compile("(?:\\d{1,9}(?:ms|s|m|h|d))+");
  private static final Pattern PART = Pattern.compile("(\\d+)(ms|[smhd])");

  private Rules() {}

  static String taskId(String id) {
    if (id.length() > LONGEST_ID || !TASK.matcher(id).matches()) {
      throw SlingRefused.invalid(
          "\"%s\" is not the id of a task: a prefix, a hyphen, then letters, digits and hyphens, as gt-abc"
              .formatted(shown(id)));
    }
    return id;
  }

  static String prefix(String prefix) {
    if (prefix.length() > 40 || !PREFIX.matcher(prefix).matches()) {
      throw SlingRefused.invalid(
          "prefix \"%s\" is not one: letters, digits and hyphens, as gt".formatted(shown(prefix)));
    }
    if ((prefix + "-").startsWith(COORDINATION)) {
      throw SlingRefused.invalid("prefix hq belongs to coordination, not to a project");
    }
    return prefix;
  }

  static String name(String field, String name) {
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      throw SlingRefused.invalid(
          "%s \"%s\" is not a name: letters, digits, dots, hyphens and underscores"
              .formatted(field, shown(name)));
    }
    return name;
  }

  /** One line of text. */
  static String line(String field, String value, int longest) {
    if (value.isBlank() || value.length() > longest) {
      throw SlingRefused.invalid("%s has 1 to %d characters".formatted(field, longest));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw SlingRefused.invalid(field + " is one line without control characters");
    }
    return whole(field, value);
  }

  static String text(String field, String value) {
    if (value.getBytes(StandardCharsets.UTF_8).length > LONGEST_TEXT) {
      throw SlingRefused.invalid(
          "%s is larger than the %d bytes allowed".formatted(field, LONGEST_TEXT));
    }
    if (value.indexOf('\0') >= 0) {
      throw SlingRefused.invalid(field + " has a NUL character");
    }
    return whole(field, value);
  }

  private static String whole(String field, String value) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw SlingRefused.invalid(field + " has half a surrogate pair");
    }
    return value;
  }

  static List<String> labels(List<String> labels) {
    if (labels.size() > MOST_LABELS) {
      throw SlingRefused.invalid("a task has at most " + MOST_LABELS + " labels");
    }
    labels.forEach(label -> line("label", label, LONGEST_NAME));
    return labels.stream().distinct().sorted().toList();
  }

  static String oneOf(String field, String value, List<String> known) {
    if (!known.contains(value)) {
      throw SlingRefused.invalid(
          "%s is %s, not \"%s\"".formatted(field, String.join(" or ", known), shown(value)));
    }
    return value;
  }

  static int page(int limit) {
    if (limit < 1 || limit > LONGEST_PAGE) {
      throw SlingRefused.invalid("limit is between 1 and " + LONGEST_PAGE);
    }
    return limit;
  }

  /** {@code 90s}, {@code 1h30m}, {@code 250ms}: as on the command line. */
  static Duration duration(String field, String text) {
    if (!DURATION.matcher(text).matches()) {
      throw SlingRefused.invalid(
          "%s is a duration such as 90s, 1h30m or 250ms, not \"%s\"".formatted(field, shown(text)));
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(text);
    while (parts.find()) {
      long number = Long.parseLong(parts.group(1));
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
              });
    }
    return sum;
  }

  private static String shown(String text) {
    String cut = text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "...";
    return cut.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
  }
}
