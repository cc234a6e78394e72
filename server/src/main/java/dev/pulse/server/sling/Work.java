package dev.pulse.server.sling;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An open sling with everything its job is made of, as it is now: what was true when it was made
 * may not be any more.
 *
 * @param repository null: its project is gone
 * @param agentDocument what a runner told of its agent; null: nobody knows the agent
 */
record Work(
    UUID id,
    String task,
    String title,
    String project,
    String agent,
    boolean blocked,
    boolean closed,
    String prompt,
    Merge merge,
    @Nullable String repository,
    @Nullable String account,
    @Nullable String mode,
    @Nullable String convoy,
    @Nullable String agentDocument) {

  /** Where the work comes from and goes to. */
  record Merge(String base, String strategy, @Nullable String command) {}

  private static final String OPEN =
      """
      SELECT s.*, t.title, coalesce(t.status, 'closed') = 'closed' AS task_closed, p.repository,
        coalesce(s.base_branch, p.base_branch, '') AS base, p.mr_command, a.document
      FROM pulse.sling s
      LEFT JOIN LATERAL (SELECT title, status FROM pulse.task WHERE id = s.task OFFSET 0) t ON true
      LEFT JOIN LATERAL (SELECT * FROM pulse.project WHERE name = s.project OFFSET 0) p ON true
      LEFT JOIN LATERAL (SELECT document FROM pulse.status_document
        WHERE kind = 'agent' AND name = s.agent OFFSET 0) a ON true
      WHERE s.id = :id AND s.closed_at IS NULL
      """;

  static final Sql READ = Sql.of(OPEN);

  static final Sql LOCK = Sql.of(OPEN + "FOR UPDATE OF s");

  /** A failed attempt is tried again: an agent may crash. A conflict fails for good by itself. */
  private static final int ATTEMPTS = 3;

  private static final int SUFFIX = 6;

  static Optional<Work> read(Connection connection, UUID id) throws SQLException {
    return READ.on(connection).set("id", id).first(Work::of);
  }

  static Optional<Work> lock(Connection connection, UUID id) throws SQLException {
    return LOCK.on(connection).set("id", id).first(Work::of);
  }

  /** The job to be inserted; it has the sling's id, so there is never a second one. */
  NewJob job() {
    if (repository == null) {
      throw SlingRefused.noProject(project);
    }
    if (agentDocument == null) {
      throw SlingRefused.notFound("there is no agent %s any more".formatted(agent));
    }
    var limits = new ArrayList<>(JsonText.texts(agentDocument, "limits"));
    if (account != null) {
      limits.add(account);
    }
    return NewJob.named("agent")
        .but()
        .id(id)
        .topic("agents")
        .args(JsonText.of(this::args))
        .maxAttempts(ATTEMPTS)
        .limits(limits)
        .origin(NewJob.Origin.SLING)
        .build();
  }

  private void args(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("agent", agent);
    json.writeStringField("prompt", prompt);
    json.writeFieldName("env");
    JsonText.texts(json, env());
    json.writeObjectFieldStart("task");
    json.writeStringField("id", task);
    json.writeStringField("project", project);
    json.writeStringField("repository", repository);
    json.writeStringField("base_branch", merge.base);
    json.writeStringField("branch", branch());
    json.writeStringField("merge", merge.strategy);
    if (merge.command != null) {
      json.writeStringField("mr_command", merge.command);
    }
    if (mode != null) {
      json.writeStringField("mode", mode);
      json.writeArrayFieldStart("steps");
      for (String step : Prompt.steps(prompt)) {
        json.writeString(step);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private Map<String, String> env() {
    var env = new TreeMap<String, String>();
    env.put("PULSE_TASK", task);
    env.put("PULSE_SLING", id.toString());
    env.put("PULSE_PROJECT", project);
    if (account != null) {
      env.put("PULSE_ACCOUNT", account);
    }
    if (convoy != null) {
      env.put("PULSE_CONVOY", convoy);
    }
    return env;
  }

  /** A branch of its own each time, so that what an earlier one left is never built upon. */
  private String branch() {
    String whole = id.toString();
    return "pulse/" + task + "-" + whole.substring(whole.length() - SUFFIX);
  }

  private static Work of(Row row) throws SQLException {
    boolean merges = !row.flag("no_merge");
    return new Work(
        row.uuid("id"),
        row.text("task"),
        Optional.ofNullable(row.textOrNull("title")).orElse(""),
        row.text("project"),
        row.text("agent"),
        row.flag("blocked"),
        row.flag("task_closed"),
        row.text("prompt"),
        new Merge(
            row.text("base"), merges ? row.text("merge") : "none", row.textOrNull("mr_command")),
        row.textOrNull("repository"),
        row.textOrNull("account"),
        row.textOrNull("mode"),
        row.textOrNull("convoy"),
        row.textOrNull("document"));
  }

  Cycle.Step step(@Nullable String failure) {
    return new Cycle.Step(id, task, title, project, agent, failure);
  }

  /** What agents there are, for whoever named one that is not. */
  static final Sql AGENTS =
      Sql.of("SELECT name FROM pulse.status_document WHERE kind = 'agent' ORDER BY name");

  static List<String> agents(Connection connection) throws SQLException {
    return AGENTS.on(connection).list(row -> row.text("name"));
  }
}
