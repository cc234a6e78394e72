package dev.pulse.dashboard;

import com.linecorp.armeria.common.QueryParams;
import dev.pulse.Pulse;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One request for a page, or for something to be done on it.
 *
 * @param pulse the server; for an action, in the name of who does it
 * @param counting how many jobs stand where
 * @param path the variable parts of the path
 * @param query what is asked of it: the query of a page, the form of an action
 * @param actor who does it; a page is drawn for everybody, and knows nobody
 * @param now when
 */
record Visit(
    Pulse pulse,
    Counting counting,
    Map<String, String> path,
    QueryParams query,
    String actor,
    Instant now) {
  private static final int LONGEST = 100_000;

  /** A part of the path. */
  String at(String name) {
    String part = path.get(name);
    if (part == null) {
      throw new IllegalStateException("this path has no " + name);
    }
    return part;
  }

  /** A part of the path that is an id. */
  UUID id(String name) {
    try {
      return UUID.fromString(at(name));
    } catch (IllegalArgumentException e) {
      throw Refused.notFound("'%s' is not an id".formatted(at(name)));
    }
  }

  /** What was asked for; empty when it is blank. */
  Optional<String> asked(String name) {
    return Optional.ofNullable(query.get(name))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .filter(text -> text.length() <= LONGEST);
  }

  /** What a form must contain. */
  String needed(String name, String what) {
    return asked(name).orElseThrow(() -> Refused.invalid("Please give " + what + "."));
  }
}
