package dev.pulse.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How things are written on pages. Whatever comes from outside is bounded here; JTE escapes it. */
final class Text {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS);

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:@%+=/][A-Za-z0-9_.:@%+=/-]*");
  private static final Pattern TIME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d(?::\\d\\d)?)(?:\\.\\d+)?Z");
  private static final int BRIEF = 80;
  private static final int LONGEST = 16_000;

  /** What is longer is shown as it is: a tree of it would cost more than it tells. */
  private static final int LONGEST_TREE = 256_000;

  private Text() {}

  /** One line of a list. */
  static String brief(@Nullable String text) {
    return text == null ? "" : bounded(text.replaceAll("\\s+", " "), BRIEF);
  }

  static String bounded(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }

  /** A long text, and how much of it is not shown. */
  static String block(@Nullable String text) {
    if (text == null) {
      return "";
    }
    return text.length() <= LONGEST
        ? text
        : "%s%n… %,d more characters".formatted(bounded(text, LONGEST), text.length() - LONGEST);
  }

  /** JSON laid out for reading; as it is where it is too large or no JSON. */
  static String pretty(@Nullable Json json) {
    if (json == null) {
      return "";
    }
    if (json.text().length() > LONGEST_TREE) {
      return block(json.text());
    }
    try {
      Object tree = MAPPER.readTree(json.text());
      return block(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree));
    } catch (JsonProcessingException e) {
      return block(json.text());
    }
  }

  /** For looking something up in it; what is no JSON has nothing to find. */
  static JsonNode tree(Json json) {
    try {
      return json.text().length() > LONGEST_TREE
          ? MAPPER.missingNode()
          : MAPPER.readTree(json.text());
    } catch (JsonProcessingException e) {
      return MAPPER.missingNode();
    }
  }

  /** The end of an id, which tells one from another; its beginning is the time. */
  static String tail(UUID id) {
    String text = id.toString();
    return text.substring(text.length() - 8);
  }

  /** A field that a button sends along, as htmx takes it. */
  static String values(String name, String value) {
    return MAPPER.createObjectNode().put(name, value).toString();
  }

  /** For a path or a query. */
  static String url(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A state of anything, as a word to read. */
  static String state(String name) {
    return switch (name) {
      case "PENDING" -> "Waiting";
      case "DEAD_LETTERED" -> "Dead";
      default -> word(name);
    };
  }

  static String status(JobStatus status) {
    return state(status.name());
  }

  /** {@code NOT_DUE} as a word to read. */
  static String word(String name) {
    String words = name.replace('_', ' ').toLowerCase(Locale.ROOT);
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  /** The time of day in UTC; a script makes it how long ago that is. */
  static String clock(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ');
  }

  /**
   * A name as a word of a command. People paste commands as they are, and a name may be anything
   * that somebody chose: a shell must not take any of it for its own.
   */
  static String argument(String name) {
    return PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'";
  }

  /** A sentence of the server, with its times as a page writes them. */
  static String told(String sentence, int most) {
    return bounded(TIME.matcher(sentence).replaceAll("$1 $2Z"), most);
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Whole seconds are enough for people, and what is written stays the same for a while. */
  static String time(@Nullable Instant time) {
    return time == null ? "" : time.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** The two largest parts: {@code 2h 5m}, {@code 340ms}. */
  static String duration(Duration duration) {
    long millis = Math.max(0, duration.toMillis());
    if (millis < 1000) {
      return millis + "ms";
    }
    if (millis < 10_000) {
      return String.format(Locale.ROOT, "%.1fs", millis / 1000.0).replace(".0s", "s");
    }
    long[] sizes = {86_400, 3_600, 60, 1};
    String[] names = {"d", "h", "m", "s"};
    long left = millis / 1000;
    for (int at = 0; at < sizes.length; at++) {
      if (left >= sizes[at]) {
        long rest = at + 1 < sizes.length ? left % sizes[at] / sizes[at + 1] : 0;
        String large = left / sizes[at] + names[at];
        return rest == 0 ? large : large + " " + rest + names[at + 1];
      }
    }
    return "0s";
  }

  static String took(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? "" : duration(Duration.between(from, to));
  }
}
