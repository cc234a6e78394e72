package dev.pulse.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Pulse;
import dev.pulse.StatusDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A standing agent as its keeper shows it: a status document of the kind {@code standing-agent}.
 *
 * @param interval how often it ticks; null: its heading cannot be used
 * @param job of the run under way
 * @param place where it is in its day; null: it has no lifecycle
 * @param streak how often in a row it had nothing to do
 * @param lastOutcome done, no_work, failed or killed; empty: it has not run yet
 * @param lastDetail the words of that outcome
 * @param lastJob the job that ended so
 */
record StandingAgent(
    String name,
    @Nullable Duration interval,
    boolean running,
    Optional<UUID> job,
    @Nullable Instant lastRun,
    @Nullable Instant nextRun,
    @Nullable Place place,
    int streak,
    String lastOutcome,
    String lastDetail,
    Optional<UUID> lastJob,
    List<String> quarantined,
    List<String> troubles,
    List<Tick> forecast,
    List<Ring.State> states) {
  static final String KIND = "standing-agent";

  /** A state, and how many of its repeats are done. */
  record Place(String state, int hits, int repeat) {}

  /** A tick to come. */
  record Tick(@Nullable Instant at, String action, String state) {}

  static List<StandingAgent> all(Pulse pulse) {
    return pulse.statuses().list(KIND).map(StandingAgent::of).toList();
  }

  static Optional<StandingAgent> find(Pulse pulse, String name) {
    return pulse.statuses().find(KIND, name).map(StandingAgent::of);
  }

  static StandingAgent of(StatusDocument document) {
    JsonNode agent = Shown.tree(document);
    return new StandingAgent(
        document.name(),
        agent.hasNonNull("interval_seconds")
            ? Duration.ofSeconds(agent.path("interval_seconds").asLong())
            : null,
        agent.path("running").asBoolean(),
        Shown.id(agent.path("job_id").asText()),
        Shown.time(agent, "last_run"),
        Shown.time(agent, "next_run"),
        place(agent.path("position")),
        agent.path("streak").asInt(),
        agent.path("last_outcome").asText().toLowerCase(Locale.ROOT),
        agent.path("last_detail").asText(),
        Shown.id(agent.path("last_job_id").asText()),
        words(agent.path("quarantined")),
        troubles(agent.path("problems")),
        forecast(agent.path("forecast")),
        states(agent.path("states")));
  }

  private static @Nullable Place place(JsonNode place) {
    return place.isObject()
        ? new Place(
            place.path("state").asText(), place.path("hits").asInt(), place.path("repeat").asInt())
        : null;
  }

  private static List<String> words(JsonNode list) {
    var words = new ArrayList<String>();
    list.forEach(word -> words.add(word.asText()));
    return words;
  }

  /** What is wrong with files, each with its place. */
  static List<String> troubles(JsonNode list) {
    var troubles = new ArrayList<String>();
    for (JsonNode trouble : list) {
      int line = trouble.path("line").asInt();
      troubles.add(
          "%s%s: %s"
              .formatted(
                  trouble.path("file").asText(),
                  line > 0 ? ":" + line : "",
                  trouble.path("text").asText()));
    }
    return troubles;
  }

  private static List<Tick> forecast(JsonNode list) {
    var ticks = new ArrayList<Tick>();
    for (JsonNode tick : list) {
      ticks.add(
          new Tick(
              Shown.time(tick, "at"), tick.path("action").asText(), tick.path("state").asText()));
    }
    return ticks;
  }

  private static List<Ring.State> states(JsonNode list) {
    var states = new ArrayList<Ring.State>();
    for (JsonNode state : list) {
      states.add(
          new Ring.State(
              state.path("name").asText(),
              state.path("kind").asText(),
              state.path("repeat").asInt(1),
              state.path("next").asText()));
    }
    return states;
  }

  String link() {
    return "/agents/" + Text.url(name);
  }

  Ring ring() {
    return Ring.of(states);
  }

  /** In one word: running, quarantined, waiting or broken. */
  String now() {
    if (running) {
      return "running";
    }
    if (!quarantined.isEmpty()) {
      return "quarantined";
    }
    boolean usable = nextRun != null && !forecast.isEmpty();
    return usable ? "waiting" : "broken";
  }

  String every() {
    return interval == null ? "" : "every " + Text.duration(interval);
  }

  boolean isAt(Ring.State state) {
    return place != null && place.state().equals(state.name());
  }

  /** Its forecast says what the tick under way does, too; that is no tick to come. */
  List<Tick> ahead() {
    return running && !forecast.isEmpty() ? forecast.subList(1, forecast.size()) : forecast;
  }
}
