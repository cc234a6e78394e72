package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Pulse;
import dev.pulse.StatusDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse agents status}: where the standing agents are in their day (K8). */
@Command(
    name = "status",
    description = "Shows the standing agents: running, last and next tick, position, streak.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse agents status wren --forecast"})
final class AgentsStatusCommand extends ClientCommand {
  private static final String KIND = "standing-agent";
  private static final ObjectMapper JSON = new ObjectMapper();

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "One standing agent (default: all).")
  private @Nullable String name;

  @Option(
      names = "--forecast",
      description = "Also the next six ticks, if each run does real work.")
  private boolean forecast;

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    List<StatusDocument> found =
        name == null
            ? pulse.statuses().list(KIND).toList()
            : pulse.statuses().find(KIND, name).stream().toList();
    if (name != null && found.isEmpty()) {
      output.remark("there is no standing agent " + name);
      return ExitCode.NOT_FOUND;
    }
    List<String> fleet = name == null ? fleetProblems(pulse) : List.of();
    List<JsonNode> agents = found.stream().map(AgentsStatusCommand::read).toList();
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(
              json,
              "standing_agents",
              found,
              (to, each) -> to.writeRawValue(each.document().text()));
          JobJson.list(json, "problems", fleet, (to, each) -> to.writeString(each));
          json.writeEndObject();
        },
        screen -> show(agents, screen));
    agents.forEach(agent -> problems(agent).forEach(output::remark));
    fleet.forEach(output::remark);
    return ExitCode.OK;
  }

  private void show(List<JsonNode> agents, Screen screen) {
    if (agents.isEmpty()) {
      screen.line("no standing agents");
      return;
    }
    var table =
        new Table(
            Table.Column.whole("AGENT"),
            Table.Column.whole("NOW"),
            Table.Column.of("POSITION"),
            Table.Column.whole("LAST"),
            Table.Column.whole("OUTCOME"),
            Table.Column.whole("NEXT"),
            Table.Column.whole("STREAK"));
    agents.forEach(agent -> table.row(row(agent, screen)));
    screen.table(table);
    if (forecast) {
      agents.forEach(agent -> forecast(agent, screen));
    }
  }

  private static Table.Cell[] row(JsonNode agent, Screen screen) {
    return new Table.Cell[] {
      Table.Cell.of(agent.path("name").asText()),
      Table.Cell.of(now(agent)),
      Table.Cell.of(position(agent.path("position"))),
      screen.ago(time(agent, "last_run")),
      Table.Cell.of(agent.path("last_outcome").asText()),
      screen.ago(time(agent, "next_run")),
      Table.Cell.of(agent.path("streak").asInt())
    };
  }

  private static String now(JsonNode agent) {
    if (agent.path("running").asBoolean()) {
      return "running";
    }
    if (!agent.path("quarantined").isEmpty()) {
      return "quarantined";
    }
    return agent.hasNonNull("next_run") ? "waiting" : "broken";
  }

  private static String position(JsonNode place) {
    return place.isMissingNode()
        ? ""
        : "%s %d/%d"
            .formatted(
                place.path("state").asText(),
                place.path("hits").asInt(),
                place.path("repeat").asInt());
  }

  private static void forecast(JsonNode agent, Screen screen) {
    screen.line("");
    var table =
        new Table(
            Table.Column.whole(agent.path("name").asText()),
            Table.Column.whole("TICK"),
            Table.Column.of("STATE"));
    for (JsonNode tick : agent.path("forecast")) {
      table.row(
          Table.Cell.of(tick.path("at").asText()),
          Table.Cell.of(tick.path("action").asText()),
          Table.Cell.of(tick.path("state").asText()));
    }
    screen.table(table);
  }

  private static @Nullable Instant time(JsonNode agent, String field) {
    return agent.hasNonNull(field) ? Instant.parse(agent.path(field).asText()) : null;
  }

  private static List<String> problems(JsonNode agent) {
    var told = new ArrayList<String>();
    String who = agent.path("name").asText();
    for (JsonNode problem : agent.path("problems")) {
      told.add(who + ": " + problem(problem));
    }
    for (JsonNode state : agent.path("quarantined")) {
      told.add("%s: %s keeps failing and is quarantined".formatted(who, state.asText()).strip());
    }
    return told;
  }

  private static List<String> fleetProblems(Pulse pulse) {
    var told = new ArrayList<String>();
    pulse
        .statuses()
        .find("keeper", "fleet")
        .map(AgentsStatusCommand::read)
        .ifPresent(fleet -> fleet.path("problems").forEach(each -> told.add(problem(each))));
    return told;
  }

  private static String problem(JsonNode problem) {
    return "%s:%d: %s"
        .formatted(
            problem.path("file").asText(),
            problem.path("line").asInt(),
            problem.path("text").asText());
  }

  private static JsonNode read(StatusDocument document) {
    try {
      return JSON.readTree(document.document().text());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a status document that is no JSON", e);
    }
  }
}
