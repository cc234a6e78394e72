package dev.pulse.server.rest;

import dev.pulse.server.job.Page;
import dev.pulse.server.sling.Cycle;
import dev.pulse.server.sling.SchedulerStatus;
import dev.pulse.server.sling.Setting;
import dev.pulse.server.sling.Sling;
import dev.pulse.server.sling.Slings;
import dev.pulse.server.sling.Slung;
import java.time.Duration;
import java.util.List;

/** What can be done with slings, their scheduler and its settings (G1, G8). */
final class SchedulerRoutes {
  private static final int USUAL_PAGE = 50;

  /** A cycle may have delays between its dispatches. */
  private static final Duration LONGEST_CYCLE = Duration.ofMinutes(10);

  private final Slings slings;
  private final RestConfig config;

  SchedulerRoutes(Slings slings, RestConfig config) {
    this.slings = slings;
    this.config = config;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/slings";
    String scheduler = RestApi.ROOT + "/scheduler";
    String settings = RestApi.ROOT + "/config";
    return List.of(
        Route.post(all, this::sling).reading(config.maxBodyBytes()),
        Route.get(all, this::list),
        Route.get(scheduler, this::status),
        Route.post(scheduler + "/run", this::run).taking(LONGEST_CYCLE),
        Route.post(scheduler + "/pause", this::pause),
        Route.post(scheduler + "/resume", this::resume),
        Route.post(scheduler + "/clear", this::clear),
        Route.get(settings, this::settings),
        Route.get(settings + "/{name}", this::setting),
        Route.put(settings + "/{name}", this::set));
  }

  private Answer sling(Call call) {
    List<Slung> slung = slings.sling(call.accepting().body(SlingJson::order), call.actor());
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "slung", slung, SlingJson::slung);
          json.writeEndObject();
        });
  }

  private Answer list(Call call) {
    call.accepting("project", "task", "all", "limit", "cursor");
    int limit = call.query("limit", USUAL_PAGE);
    String task = call.query("task");
    Page<Sling> page =
        call.flag("all") || task != null
            ? slings.all(call.query("project"), task, limit, call.query("cursor"))
            : slings.open(call.query("project"), limit, call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "slings", page.items(), SlingJson::sling);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer status(Call call) {
    call.accepting();
    return status();
  }

  private Answer status() {
    SchedulerStatus status = slings.status();
    return Answer.ok(json -> SlingJson.status(json, status));
  }

  private Answer run(Call call) {
    call.accepting("dry_run").expectNoBody();
    Cycle cycle = call.flag("dry_run") ? slings.dryRun() : slings.run();
    return Answer.ok(json -> SlingJson.cycle(json, cycle));
  }

  private Answer pause(Call call) {
    String reason = call.accepting().body(body -> TaskJson.onlyText(body, "reason"));
    slings.pause(reason, call.actor());
    return status();
  }

  private Answer resume(Call call) {
    call.accepting().expectNoBody();
    slings.resume();
    return status();
  }

  private Answer clear(Call call) {
    call.accepting("task").expectNoBody();
    int cleared = slings.clear(call.query("task"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeNumberField("cleared", cleared);
          json.writeEndObject();
        });
  }

  private Answer settings(Call call) {
    call.accepting();
    List<Setting> all = slings.settings();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "settings", all, SlingJson::setting);
          json.writeEndObject();
        });
  }

  private Answer setting(Call call) {
    Setting found = slings.setting(call.accepting().path("name"));
    return Answer.ok(json -> SlingJson.setting(json, found));
  }

  private Answer set(Call call) {
    String value = call.accepting().body(SlingJson::value);
    Setting set = slings.set(call.path("name"), value, call.actor());
    return Answer.ok(json -> SlingJson.setting(json, set));
  }
}
