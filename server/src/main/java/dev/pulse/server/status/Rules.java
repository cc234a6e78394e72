package dev.pulse.server.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What a status document must look like. Every rule names the field and what it takes. */
final class Rules {
  static final int LARGEST_DOCUMENT = 256 << 10;
  private static final int LONGEST_NAME = 200;
  private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final JsonFactory JSON = new JsonFactory();

  private Rules() {}

  static void kind(String kind) {
    if (!KIND.matcher(kind).matches()) {
      throw StatusRefused.invalid(
          "kind is a small letter, then up to 63 small letters, digits and hyphens");
    }
  }

  static void name(String name) {
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw StatusRefused.invalid(
          "name has 1 to %d characters, this one has %d".formatted(LONGEST_NAME, name.length()));
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw StatusRefused.invalid("name has a control character");
    }
    if (name.equals(".") || name.equals("..")) {
      throw StatusRefused.invalid("name is not . or .., which no path can carry");
    }
    whole("name", name);
  }

  /** Exactly one JSON value, not too large. */
  static void document(String document) {
    whole("document", document);
    if (document.getBytes(StandardCharsets.UTF_8).length > LARGEST_DOCUMENT) {
      throw StatusRefused.invalid(
          "document is larger than the %d bytes allowed".formatted(LARGEST_DOCUMENT));
    }
    try (JsonParser parser = JSON.createParser(document)) {
      if (parser.nextToken() == null) {
        throw StatusRefused.invalid("document is not JSON: it is empty");
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw StatusRefused.invalid("document is not one JSON value: more follows the first");
      }
    } catch (IOException e) {
      String said = String.valueOf(e.getMessage());
      throw StatusRefused.invalid("document is not JSON: " + said.lines().findFirst().orElse(""));
    }
  }

  /** Postgres text can hold neither. */
  private static void whole(String field, String text) {
    if (text.indexOf('\0') >= 0) {
      throw StatusRefused.invalid(field + " has a NUL character");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw StatusRefused.invalid(field + " has half a surrogate pair");
    }
  }
}
