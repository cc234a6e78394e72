package dev.pulse.agents.keeper;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is to be told of a standing agent, as it stood when this was made (K8).
 *
 * @param running whether a tick is under way
 * @param job the job of the run under way; null while there is none
 * @param lastRun when it last ticked
 * @param nextRun when it ticks next; null while it ticks, or where its heading cannot be used
 * @param place where it is in its day; null without a lifecycle
 * @param streak how often in a row it had nothing to do
 * @param lastOutcome {@code DONE}, {@code NO_WORK}, {@code FAILED} or {@code KILLED}
 * @param lastDetail the words of that outcome
 * @param lastJob the job of the run that ended so
 * @param quarantined states that failed too often to be tried again
 * @param troubles what is wrong with its files; the last good version is in force
 * @param forecast its next ticks, if each does real work
 * @param states the shape of its day, the first one first; empty without a lifecycle
 */
public record AgentStatus(
    String name,
    @Nullable Duration interval,
    boolean running,
    @Nullable UUID job,
    @Nullable Instant lastRun,
    @Nullable Instant nextRun,
    @Nullable Place place,
    int streak,
    @Nullable String lastOutcome,
    @Nullable String lastDetail,
    @Nullable UUID lastJob,
    List<String> quarantined,
    List<Trouble> troubles,
    List<Ahead> forecast,
    List<Stop> states) {
  /** Keeps its own copies. */
  public AgentStatus {
    quarantined = List.copyOf(quarantined);
    troubles = List.copyOf(troubles);
    forecast = List.copyOf(forecast);
    states = List.copyOf(states);
  }

  /** A state, and how many of its repeats are done. */
  public record Place(String state, int hits, int repeat) {}

  /** What is wrong with a file, and where. */
  public record Trouble(String file, int line, String text) {
    @Override
    public String toString() {
      return file + ":" + line + ": " + text;
    }
  }

  /** A tick to come. */
  public record Ahead(Instant at, String action, @Nullable String state, int hits) {}

  /**
   * A state of its day.
   *
   * @param kind {@code wake} or {@code rem}
   * @param next where it goes after its repeats
   */
  public record Stop(String name, String kind, int repeat, String next) {}

  /** A heading that could never be used. */
  static AgentStatus broken(String name, List<Trouble> troubles) {
    return new AgentStatus(
        name, null, false, null, null, null, null, 0, null, null, null, List.of(), troubles,
        List.of(), List.of());
  }

  /** As the JSON that others are shown. */
  Map<String, Object> document() {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", name);
    put(json, "interval_seconds", interval == null ? null : interval.toSeconds());
    json.put("running", running);
    put(json, "job_id", job);
    put(json, "last_run", lastRun);
    put(json, "next_run", nextRun);
    if (place != null) {
      json.put("position", place(place));
    }
    json.put("streak", streak);
    put(json, "last_outcome", lastOutcome);
    put(json, "last_detail", lastDetail);
    put(json, "last_job_id", lastJob);
    json.put("quarantined", quarantined);
    json.put("problems", troubles.stream().map(AgentStatus::trouble).toList());
    var ahead = new ArrayList<Map<String, Object>>();
    forecast.forEach(tick -> ahead.add(tick(tick)));
    json.put("forecast", ahead);
    json.put("states", states.stream().map(AgentStatus::stop).toList());
    return json;
  }

  static Map<String, Object> trouble(Trouble trouble) {
    return Map.of("file", trouble.file(), "line", trouble.line(), "text", trouble.text());
  }

  private static Map<String, Object> place(Place place) {
    return Map.of("state", place.state(), "hits", place.hits(), "repeat", place.repeat());
  }

  private static Map<String, Object> stop(Stop stop) {
    return Map.of(
        "name", stop.name(), "kind", stop.kind(), "repeat", stop.repeat(), "next", stop.next());
  }

  private static Map<String, Object> tick(Ahead tick) {
    var json = new LinkedHashMap<String, Object>();
    json.put("at", tick.at().toString());
    json.put("action", tick.action());
    if (tick.state() != null) {
      json.put("state", tick.state());
      json.put("hits", tick.hits());
    }
    return json;
  }

  private static void put(Map<String, Object> json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value instanceof Number ? value : value.toString());
    }
  }
}
