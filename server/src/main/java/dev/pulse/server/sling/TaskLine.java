package dev.pulse.server.sling;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A task as one line of JSON, in the words of Beads' {@code issues.jsonl}, which we write too. What
 * we have no word for is kept where people see it: other types and priorities as labels, notes and
 * criteria with the description. Pure.
 */
record TaskLine(
    String id,
    String title,
    String description,
    String type,
    String status,
    List<String> labels,
    @Nullable String parent,
    List<String> dependsOn,
    @Nullable Instant createdAt,
    @Nullable Instant closedAt,
    @Nullable String closeReason) {
  private static final int USUAL_PRIORITY = 2;

  private static final Map<String, String> SECTIONS =
      Map.of("acceptance_criteria", "Acceptance criteria", "design", "Design", "notes", "Notes");

  /** Empty: it is not a task, or one that was deleted. */
  static Optional<TaskLine> read(int number, String line) {
    try (JsonParser json = JsonText.JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw SlingRefused.invalid("line %d is not a JSON object".formatted(number));
      }
      var reader = new Reader();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        reader.take(field, json);
      }
      if (json.nextToken() != null) {
        throw SlingRefused.invalid("line %d has more than one JSON object".formatted(number));
      }
      return reader.line(number);
    } catch (JsonProcessingException e) {
      throw SlingRefused.invalid(
          "line %d is not JSON: %s".formatted(number, e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory cannot fail to be read
    }
  }

  private static final class Reader {
    private final Map<String, String> texts = new HashMap<>();
    private final TreeSet<String> labels = new TreeSet<>();
    private final TreeSet<String> dependsOn = new TreeSet<>();
    private @Nullable String parent;

    void take(String field, JsonParser json) throws IOException {
      JsonToken token = json.currentToken();
      if (field.equals("labels") && token == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          labels.add(json.getText());
        }
      } else if (field.equals("dependencies") && token == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          dependency(json);
        }
      } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        texts.put(field, json.getText());
      } else {
        json.skipChildren();
      }
    }

    private void dependency(JsonParser json) throws IOException {
      var edge = new HashMap<String, String>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        if (json.nextToken().isScalarValue()) {
          edge.put(field, json.getText());
        } else {
          json.skipChildren();
        }
      }
      String on = edge.get("depends_on_id");
      String type = edge.getOrDefault("type", edge.getOrDefault("dep_type", "blocks"));
      if (on != null && (type.equals("blocks") || type.equals("conditional-blocks"))) {
        dependsOn.add(on);
      } else if (on != null && type.equals("parent-child")) {
        parent = on;
      }
    }

    Optional<TaskLine> line(int number) {
      String status = texts.getOrDefault("status", "open");
      if (status.equals("tombstone") || !texts.getOrDefault("_type", "issue").equals("issue")) {
        return Optional.empty();
      }
      String id = texts.get("id");
      String title = texts.get("title");
      if (id == null || title == null) {
        throw SlingRefused.invalid("line %d has no id or no title".formatted(number));
      }
      String type = texts.getOrDefault("issue_type", texts.getOrDefault("type", "task"));
      if (!NewTask.TYPES.contains(type)) {
        labels.add(type);
      }
      String priority = texts.get("priority");
      if (priority != null && !priority.equals(Integer.toString(USUAL_PRIORITY))) {
        labels.add("priority:" + priority);
      }
      try {
        return Optional.of(made(id, title, type, status));
      } catch (SlingRefused e) {
        throw SlingRefused.invalid("line %d: %s".formatted(number, e.text()));
      }
    }

    private TaskLine made(String id, String title, String type, String status) {
      boolean closed = status.equals("closed");
      boolean taken = status.equals("in_progress") || status.equals("hooked");
      Instant closedAt = time("closed_at");
      dependsOn.remove(id);
      return new TaskLine(
          Rules.taskId(id),
          Rules.line("title", title.strip(), Rules.LONGEST_TITLE),
          Rules.text("description", description()),
          type.equals("epic") ? type : "task",
          closed ? "closed" : taken ? "in_progress" : "open",
          Rules.labels(List.copyOf(labels)),
          texts.getOrDefault("parent", parent),
          List.copyOf(dependsOn),
          time("created_at"),
          closed && closedAt == null ? time("updated_at") : closed ? closedAt : null,
          closed ? texts.getOrDefault("close_reason", "") : null);
    }

    private String description() {
      var parts = new ArrayList<String>();
      parts.add(texts.getOrDefault("description", ""));
      new TreeSet<>(SECTIONS.keySet())
          .forEach(
              field -> {
                String text = texts.getOrDefault(field, "").strip();
                if (!text.isEmpty()) {
                  parts.add("## " + SECTIONS.get(field) + "\n\n" + text);
                }
              });
      return String.join("\n\n", parts).strip();
    }

    private @Nullable Instant time(String field) {
      String text = texts.get(field);
      if (text == null || text.isEmpty()) {
        return null;
      }
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw SlingRefused.invalid("%s is not a time: %s".formatted(field, text));
      }
    }
  }

  /** One line, without its end. */
  static String write(Task task) {
    return JsonText.of(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", task.id());
          json.writeStringField("title", task.title());
          json.writeStringField("description", task.description());
          json.writeStringField("status", task.status());
          json.writeStringField("issue_type", task.type());
          json.writeStringField("created_at", task.createdAt().toString());
          json.writeStringField("updated_at", task.updatedAt().toString());
          if (task.closedAt() != null) {
            json.writeStringField("closed_at", task.closedAt().toString());
          }
          if (task.closeReason() != null) {
            json.writeStringField("close_reason", task.closeReason());
          }
          json.writeArrayFieldStart("labels");
          for (String label : task.labels()) {
            json.writeString(label);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("dependencies");
          for (String on : task.dependsOn()) {
            edge(json, task.id(), on, "blocks");
          }
          if (task.parent() != null) {
            edge(json, task.id(), task.parent(), "parent-child");
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void edge(
      com.fasterxml.jackson.core.JsonGenerator json, String task, String on, String type)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("issue_id", task);
    json.writeStringField("depends_on_id", on);
    json.writeStringField("type", type);
    json.writeEndObject();
  }
}
