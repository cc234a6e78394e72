package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.Convoy;
import dev.pulse.Project;
import dev.pulse.Task;
import dev.pulse.TaskExplanation;
import java.io.IOException;
import java.util.List;

/** Tasks as JSON, in the words of the REST interface: what reads one reads the other. */
final class TaskJson {
  private TaskJson() {}

  static void projects(JsonGenerator json, List<Project> projects) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "projects", projects, TaskJson::project);
    json.writeEndObject();
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

  static void tasks(JsonGenerator json, List<Task> tasks) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "tasks", tasks, TaskJson::task);
    json.writeEndObject();
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
    JobJson.list(
        json,
        "reasons",
        explanation.reasons(),
        (to, reason) -> {
          to.writeStartObject();
          JobJson.text(to, "code", reason.code());
          JobJson.text(to, "message", reason.message());
          to.writeEndObject();
        });
    json.writeEndObject();
  }

  static void convoys(JsonGenerator json, List<Convoy> convoys) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "convoys", convoys, TaskJson::convoy);
    json.writeEndObject();
  }

  static void convoy(JsonGenerator json, Convoy convoy) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", convoy.id());
    JobJson.text(json, "title", convoy.title());
    json.writeBooleanField("automatic", convoy.automatic());
    json.writeNumberField("total", convoy.total());
    json.writeNumberField("closed", convoy.closed());
    json.writeBooleanField("done", convoy.done());
    JobJson.list(
        json,
        "members",
        convoy.members(),
        (to, member) -> {
          to.writeStartObject();
          JobJson.text(to, "task", member.task());
          JobJson.text(to, "title", member.title());
          JobJson.text(to, "status", member.status());
          to.writeEndObject();
        });
    JobJson.text(json, "created_at", convoy.createdAt());
    JobJson.text(json, "created_by", convoy.createdBy());
    json.writeEndObject();
  }
}
