package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;

/**
 * A JSON request body, read as a stream. Nothing is bound to a tree: a value that is only passed on
 * is cut out of the text as it stands, so numbers, key order and spaces survive to the byte.
 */
final class JsonBody {
  /** Sizes are limited by the body's; only depth could hurt a parser. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(520)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Reads the whole body. */
  interface Shape<T> {
    T read(JsonBody body) throws IOException;
  }

  /** Takes the value of one field; false: there is no such field. */
  interface Field {
    boolean take(String name) throws IOException;
  }

  /** Takes one element of an array. */
  interface Element {
    void take(int index) throws IOException;
  }

  private final String text;
  private final JsonParser parser;

  private JsonBody(String text, JsonParser parser) {
    this.text = text;
    this.parser = parser;
  }

  static <T> T read(byte[] bytes, Shape<T> shape) {
    String text = decoded(bytes);
    if (text.isBlank()) {
      throw Refused.malformed("the body is empty; a JSON object is expected");
    }
    try (JsonParser parser = JSON.createParser(text)) {
      parser.nextToken();
      T value = shape.read(new JsonBody(text, parser));
      if (parser.nextToken() != null) {
        throw Refused.malformed("more follows the JSON value in the body");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw Refused.malformed("the body is not JSON: " + problem(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory cannot fail to be read
    }
  }

  /** The object at hand. Each field once, and none that nobody knows. */
  void object(String where, Field field) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw wrong(where, "is not a JSON object");
    }
    var seen = new HashSet<String>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      String at = where.isEmpty() ? name : where + "." + name;
      if (!seen.add(name)) {
        throw Refused.field(at, "is given twice");
      }
      parser.nextToken();
      if (!field.take(name)) {
        throw Refused.field(at, "is not a field here");
      }
    }
  }

  /** The array at hand; {@code element} is told the index and reads the value. */
  void array(String where, Element element) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(where, "is not an array");
    }
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      element.take(index);
    }
  }

  boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  String text(String where) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw wrong(where, "is not a string");
    }
    String value = parser.getText();
    if (!isWhole(value)) {
      throw Refused.field(where, "has half a surrogate pair");
    }
    return value;
  }

  boolean flag(String where) throws IOException {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw wrong(where, "is not true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  int integer(String where) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw wrong(where, "is not a whole number");
    }
    try {
      return parser.getIntValue();
    } catch (InputCoercionException e) {
      throw Refused.field(where, "is too large a number");
    }
  }

  double number(String where) throws IOException {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
      throw wrong(where, "is not a number");
    }
    return parser.getDoubleValue();
  }

  /** The value at hand exactly as it was written. */
  String raw() throws IOException {
    int start = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    return text.substring(start, (int) parser.currentLocation().getCharOffset());
  }

  private static Refused wrong(String where, String problem) {
    return Refused.field(where.isEmpty() ? "the body" : where, problem);
  }

  private static String decoded(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Refused.malformed("the body is not UTF-8");
    }
  }

  /** An escape can name what UTF-8 cannot write, and Postgres would refuse it later. */
  private static boolean isWhole(String value) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(value);
  }

  private static String problem(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    String message = e.getOriginalMessage();
    return at == null
        ? message
        : "%s (line %d, column %d)".formatted(message, at.getLineNr(), at.getColumnNr());
  }
}
