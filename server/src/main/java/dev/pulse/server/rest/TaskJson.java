package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.sling.Convoy;
import dev.pulse.server.sling.NewTask;
import dev.pulse.server.sling.Project;
import dev.pulse.server.sling.Task;
import dev.pulse.server.sling.TaskChange;
import dev.pulse.server.sling.TaskExplanation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Projects, tasks and convoys as clients write and read them. */
final class TaskJson {
  private static final Set<String> OF_PROJECT =
      Set.of("name", "prefix", "repository", "agent", "base_branch", "mr_command");

  private TaskJson() {}

  /** Text fields and lists of texts, by name; a field that is null is as good as not there. */
  private static final class Fields {
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, List<String>> lists = new HashMap<>();

    static Fields read(JsonBody body, Set<String> texts, Set<String> lists) throws IOException {
      var fields = new Fields();
      body.object(
          "",
          field -> {
            if (!texts.contains(field) && !lists.contains(field)) {
              return false;
            }
            if (body.isNull()) {
              return true;
            }
            if (texts.contains(field)) {
              fields.texts.put(field, body.text(field));
            } else {
              var list = new ArrayList<String>();
              body.array(field, at -> list.add(body.text(field + "[" + at + "]")));
              fields.lists.put(field, list);
            }
            return true;
          });
      return fields;
    }

    @Nullable String text(String field) {
      return texts.get(field);
    }

    String text(String field, @Nullable String otherwise) {
      String text = texts.getOrDefault(field, otherwise);
      if (text == null) {
        throw Refused.field(field, "is missing");
      }
      return text;
    }

    List<String> list(String field) {
      return lists.getOrDefault(field, List.of());
    }
  }

  /**
   * @param was what holds where nothing is said; null: it is a new one
   */
  static Project project(JsonBody body, @Nullable Project was) throws IOException {
    Fields fields = Fields.read(body, OF_PROJECT, Set.of());
    String agent = fields.text("agent");
    String command = fields.text("mr_command");
    return new Project(
        fields.text("name", was == null ? null : was.name()),
        fields.text("prefix", was == null ? null : was.prefix()),
        fields.text("repository", was == null ? null : was.repository()),
        agent == null && was != null ? was.agent() : agent,
        fields.text("base_branch", was == null ? "main" : was.baseBranch()),
        command == null && was != null ? was.mrCommand() : command);
  }

  static void project(JsonGenerator json, Project project) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "name", project.name());
    JobJson.text(json, "prefix", project.prefix());
    JobJson.text(json, "repository", project.repository());
    JobJson.text(json, "agent", project.agent());
    JobJson.text(json, "base_branch", project.baseBranch());
    JobJson.text(json, "mr_command", project.mrCommand());
    json.writeEndObject();
  }

  static NewTask newTask(JsonBody body) throws IOException {
    Fields fields =
        Fields.read(
            body,
            Set.of("id", "project", "title", "description", "type", "parent", "request_id"),
            Set.of("labels", "depends_on"));
    String request = fields.text("request_id");
    return new NewTask(
        fields.text("id"),
        fields.text("project"),
        fields.text("title", null),
        fields.text("description", ""),
        fields.text("type", "task"),
        fields.text("parent"),
        fields.list("labels"),
        fields.list("depends_on"),
        request == null ? null : Texts.id("request_id", request));
  }

  static TaskChange change(JsonBody body) throws IOException {
    Fields fields =
        Fields.read(body, Set.of("title", "description", "parent", "status"), Set.of("labels"));
    return new TaskChange(
        fields.text("title"),
        fields.text("description"),
        fields.text("parent"),
        fields.text("status"),
        fields.lists.get("labels"));
  }

  static String onlyText(JsonBody body, String field) throws IOException {
    return Fields.read(body, Set.of(field), Set.of()).text(field, "");
  }

  record NewConvoy(String title, List<String> tasks) {}

  static NewConvoy newConvoy(JsonBody body) throws IOException {
    Fields fields = Fields.read(body, Set.of("title"), Set.of("tasks"));
    return new NewConvoy(fields.text("title", null), fields.list("tasks"));
  }

  static void task(JsonGenerator json, Task task) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", task.id());
    JobJson.text(json, "project", task.project());
    JobJson.text(json, "type", task.type());
    JobJson.text(json, "status", task.status());
    JobJson.text(json, "title", task.title());
    JobJson.text(json, "description", task.description());
    JobJson.text(json, "parent", task.parent());
    JobJson.list(json, "labels", task.labels(), JsonGenerator::writeString);
    JobJson.list(json, "depends_on", task.dependsOn(), JsonGenerator::writeString);
    JobJson.list(json, "blocked_by", task.blockedBy(), JsonGenerator::writeString);
    json.writeBooleanField("ready", task.ready());
    JobJson.text(json, "sling_id", task.slingId());
    JobJson.text(json, "sling_state", task.slingState());
    JobJson.text(json, "last_failure", task.lastFailure());
    JobJson.text(json, "created_at", task.createdAt());
    JobJson.text(json, "updated_at", task.updatedAt());
    JobJson.text(json, "closed_at", task.closedAt());
    JobJson.text(json, "close_reason", task.closeReason());
    json.writeEndObject();
  }

  static void explanation(JsonGenerator json, TaskExplanation explanation) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", explanation.id());
    JobJson.text(json, "status", explanation.status());
    JobJson.list(json, "reasons", explanation.reasons(), JobJson::reason);
    json.writeEndObject();
  }

  static void convoy(JsonGenerator json, Convoy convoy) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", convoy.id());
    JobJson.text(json, "title", convoy.title());
    json.writeBooleanField("automatic", convoy.automatic());
    json.writeNumberField("total", convoy.total());
    json.writeNumberField("closed", convoy.closed());
    json.writeBooleanField("done", convoy.isDone());
    JobJson.list(json, "members", convoy.members(), TaskJson::member);
    JobJson.text(json, "created_at", convoy.createdAt());
    JobJson.text(json, "created_by", convoy.createdBy());
    json.writeEndObject();
  }

  private static void member(JsonGenerator json, Convoy.Member member) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "task", member.task());
    JobJson.text(json, "title", member.title());
    JobJson.text(json, "status", member.status());
    json.writeEndObject();
  }
}
