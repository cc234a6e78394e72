package dev.pulse.agents.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a command line tells, line by line, and adds it up. Whatever does not fit is no
 * failure: command lines change faster than we do.
 */
abstract class Events {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_SHOWN = 400;

  private final InstantSource clock;
  private final ZoneId zone;

  @Nullable String session;
  @Nullable Integer turns;
  @Nullable Long inputTokens;
  @Nullable Long outputTokens;
  @Nullable BigDecimal costUsd;
  String text = "";
  Told.Finish finish = new Told.Finish.Unsaid();

  Events(InstantSource clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
  }

  /** Reads a line of the standard output; returns what people should see of it. */
  synchronized String read(String line) {
    if (!line.startsWith("{")) {
      return line + "\n";
    }
    try {
      JsonNode event = JSON.readTree(line);
      return event.isObject() ? event(event) : line + "\n";
    } catch (JsonProcessingException e) {
      return line + "\n";
    }
  }

  /** Reads a line of what it wrote aside. */
  synchronized void readAside(String line) {
    read(line);
  }

  /** Reads one event; returns what people should see of it. */
  abstract String event(JsonNode event);

  synchronized Told told() {
    return new Told(session, turns, inputTokens, outputTokens, costUsd, text, finish);
  }

  void well() {
    finish = new Told.Finish.Well();
  }

  void badly(String error) {
    finish = new Told.Finish.Badly(error, null);
  }

  /** An error in the command line's own words, which may speak of a limit. */
  void badlyOrLimited(String error) {
    if (RateLimit.isOne(error)) {
      limited(error);
    } else {
      badly(error);
    }
  }

  void limited(String error) {
    finish = new Told.Finish.Badly(error, RateLimit.of(error, clock.instant(), zone));
  }

  void limited(RateLimit limit) {
    finish = new Told.Finish.Badly(limit.reason(), limit);
  }

  InstantSource clock() {
    return clock;
  }

  /** A turn and what it took. */
  void spent(long input, long output) {
    turns = (turns == null ? 0 : turns) + 1;
    inputTokens = (inputTokens == null ? 0 : inputTokens) + input;
    outputTokens = (outputTokens == null ? 0 : outputTokens) + output;
  }

  void paid(JsonNode amount) {
    if (amount.isNumber()) {
      BigDecimal before = costUsd == null ? BigDecimal.ZERO : costUsd;
      costUsd = before.add(amount.decimalValue()).stripTrailingZeros();
    }
  }

  /** A tool's use, in a line. */
  static String used(String tool, JsonNode input) {
    String shown = input.isMissingNode() ? "" : input.toString();
    return "→ %s %s\n"
        .formatted(
            tool, shown.length() > LONGEST_SHOWN ? shown.substring(0, LONGEST_SHOWN) + "…" : shown);
  }

  static String line(String text) {
    return text.isEmpty() ? "" : text + "\n";
  }
}
