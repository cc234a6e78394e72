package dev.pulse;

import java.util.Objects;

/**
 * A JSON value as text. Given as args or as a result it travels untouched, so big integers, the
 * case of keys and the order of members survive.
 *
 * @param text exactly one JSON value
 */
public record Json(String text) {
  /** The empty object: the args of a job submitted without any. */
  public static final Json EMPTY = new Json("{}");

  /** Holds the text; the server refuses it if it is not one JSON value. */
  public Json {
    Objects.requireNonNull(text, "text");
  }

  /** The text as a value. */
  public static Json of(String text) {
    return new Json(text);
  }

  /** The text itself. */
  @Override
  public String toString() {
    return text;
  }
}
