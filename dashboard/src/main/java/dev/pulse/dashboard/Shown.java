package dev.pulse.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.pulse.Json;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.StatusDocument;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What others have shown, read so that nothing they leave out or misspell breaks a page. */
final class Shown {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As much of a log as somebody reads on a page about something else. */
  private static final int LONGEST_LOG = 6000;

  private Shown() {}

  static JsonNode tree(StatusDocument document) {
    return tree(document.document());
  }

  static JsonNode tree(@Nullable Json json) {
    try {
      return json == null ? MissingNode.getInstance() : JSON.readTree(json.text());
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  static @Nullable Instant time(JsonNode of, String field) {
    try {
      return of.hasNonNull(field) ? Instant.parse(of.path(field).asText()) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  static Optional<UUID> id(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The end of what a job has logged; empty where it is gone. */
  static String log(Pulse pulse, UUID job) {
    try {
      String log = pulse.log(job);
      if (log.length() <= LONGEST_LOG) {
        return log;
      }
      int line = log.indexOf('\n', log.length() - LONGEST_LOG);
      return "…\n" + log.substring(line < 0 ? log.length() - LONGEST_LOG : line + 1);
    } catch (PulseException e) {
      if (e.code() == PulseException.Code.NOT_FOUND) {
        return "";
      }
      throw e;
    }
  }
}
