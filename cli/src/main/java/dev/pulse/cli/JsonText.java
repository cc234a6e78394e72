package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.Optional;

/** JSON as text: looked at, never rewritten, so that it arrives to the letter (J1). */
final class JsonText {
  /** The bounds of the server, which looks again. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(500)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private JsonText() {}

  /** What is wrong with the text as one JSON value; empty when nothing is. */
  static Optional<String> fault(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        return Optional.of("it is empty");
      }
      parser.skipChildren();
      return parser.nextToken() == null
          ? Optional.empty()
          : Optional.of("more follows the first value");
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      return Optional.of(message.lines().findFirst().orElse(message));
    }
  }

  /** The text as a JSON string. */
  static String quoted(String text) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
