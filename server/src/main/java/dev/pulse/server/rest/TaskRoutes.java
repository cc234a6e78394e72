package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Page;
import dev.pulse.server.sling.Convoy;
import dev.pulse.server.sling.Imported;
import dev.pulse.server.sling.NewTask;
import dev.pulse.server.sling.Project;
import dev.pulse.server.sling.Slings;
import dev.pulse.server.sling.Task;
import dev.pulse.server.sling.TaskExplanation;
import dev.pulse.server.sling.TaskFilter;
import java.util.List;

/** What can be done with projects, tasks and convoys (G2, G9). */
final class TaskRoutes {
  private static final int USUAL_PAGE = 50;

  private final Slings slings;
  private final Dispatcher dispatcher;
  private final RestConfig config;

  TaskRoutes(Slings slings, Dispatcher dispatcher, RestConfig config) {
    this.slings = slings;
    this.dispatcher = dispatcher;
    this.config = config;
  }

  List<Route> routes() {
    String projects = RestApi.ROOT + "/projects";
    String tasks = RestApi.ROOT + "/tasks";
    String task = tasks + "/{task}";
    String convoys = RestApi.ROOT + "/convoys";
    return List.of(
        Route.get(projects, this::projects),
        Route.post(projects, this::addProject),
        Route.get(projects + "/{name}", this::project),
        Route.patch(projects + "/{name}", this::editProject),
        Route.delete(projects + "/{name}", this::removeProject),
        Route.get(tasks, this::list),
        Route.post(tasks, this::add).reading(config.maxBodyBytes()),
        Route.post(tasks + "/import", this::take).reading(config.maxBodyBytes()),
        Route.get(tasks + "/export", this::export),
        Route.get(task, call -> told(slings.task(call.accepting().path("task")))),
        Route.patch(task, this::edit).reading(config.maxBodyBytes()),
        Route.post(task + "/close", this::close),
        Route.post(task + "/reopen", this::reopen),
        Route.put(task + "/dependencies/{on}", this::depend),
        Route.delete(task + "/dependencies/{on}", this::undepend),
        Route.get(task + "/explain", this::explain),
        Route.get(convoys, this::convoys),
        Route.post(convoys, this::createConvoy),
        Route.get(convoys + "/{convoy}", this::convoy));
  }

  private Answer projects(Call call) {
    call.accepting();
    List<Project> all = slings.projects();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "projects", all, TaskJson::project);
          json.writeEndObject();
        });
  }

  private Answer addProject(Call call) {
    Project asked = call.accepting().body(body -> TaskJson.project(body, null));
    Project added = slings.add(asked);
    return Answer.of(HttpStatus.CREATED, json -> TaskJson.project(json, added));
  }

  private Answer project(Call call) {
    Project found = slings.project(call.accepting().path("name"));
    return Answer.ok(json -> TaskJson.project(json, found));
  }

  private Answer editProject(Call call) {
    Project was = slings.project(call.accepting().path("name"));
    Project now = slings.edit(call.body(body -> TaskJson.project(body, was)));
    return Answer.ok(json -> TaskJson.project(json, now));
  }

  private Answer removeProject(Call call) {
    call.accepting().expectNoBody();
    Project gone = slings.removeProject(call.path("name"));
    return Answer.ok(json -> TaskJson.project(json, gone));
  }

  private Answer list(Call call) {
    call.accepting("project", "status", "ready", "label", "parent", "limit", "cursor");
    var filter =
        new TaskFilter(
            call.query("project"),
            call.query("status"),
            call.flag("ready"),
            call.query("label"),
            call.query("parent"));
    Page<Task> page = slings.tasks(filter, call.query("limit", USUAL_PAGE), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "tasks", page.items(), TaskJson::task);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer add(Call call) {
    NewTask asked = call.accepting().body(TaskJson::newTask);
    Task added = slings.add(asked);
    return Answer.of(HttpStatus.CREATED, json -> TaskJson.task(json, added));
  }

  private Answer edit(Call call) {
    String id = call.accepting().path("task");
    return told(slings.edit(id, call.body(TaskJson::change)));
  }

  private Answer close(Call call) {
    String reason = call.accepting().body(body -> TaskJson.onlyText(body, "reason"));
    return told(slings.close(call.path("task"), reason));
  }

  private Answer reopen(Call call) {
    call.accepting().expectNoBody();
    return told(slings.reopen(call.path("task")));
  }

  private Answer depend(Call call) {
    call.accepting().expectNoBody();
    return told(slings.addDependency(call.path("task"), call.path("on")));
  }

  private Answer undepend(Call call) {
    call.accepting().expectNoBody();
    return told(slings.removeDependency(call.path("task"), call.path("on")));
  }

  private Answer explain(Call call) {
    TaskExplanation explained = slings.explain(call.accepting().path("task"), dispatcher::explain);
    return Answer.ok(json -> TaskJson.explanation(json, explained));
  }

  private Answer take(Call call) {
    Imported imported = slings.take(call.accepting().text());
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeNumberField("added", imported.added());
          json.writeNumberField("changed", imported.changed());
          json.writeNumberField("unchanged", imported.unchanged());
          JobJson.list(
              json, "warnings", imported.warnings(), (each, warning) -> each.writeString(warning));
          json.writeEndObject();
        });
  }

  private Answer export(Call call) {
    call.accepting("project", "cursor");
    Page<String> page = slings.export(call.query("project"), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "lines", page.items(), (each, line) -> each.writeString(line));
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer convoys(Call call) {
    call.accepting("all", "limit", "cursor");
    Page<Convoy> page =
        slings.convoys(call.flag("all"), call.query("limit", USUAL_PAGE), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "convoys", page.items(), TaskJson::convoy);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer createConvoy(Call call) {
    TaskJson.NewConvoy asked = call.accepting().body(TaskJson::newConvoy);
    Convoy made = slings.createConvoy(asked.title(), asked.tasks(), call.actor());
    return Answer.of(HttpStatus.CREATED, json -> TaskJson.convoy(json, made));
  }

  private Answer convoy(Call call) {
    Convoy found = slings.convoy(call.accepting().path("convoy"));
    return Answer.ok(json -> TaskJson.convoy(json, found));
  }

  private static Answer told(Task task) {
    return Answer.ok(json -> TaskJson.task(json, task));
  }
}
