package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.job.Page;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.schedule.Definition;
import dev.pulse.server.schedule.Schedule;
import dev.pulse.server.schedule.ScheduleRefused;
import dev.pulse.server.schedule.Schedules;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** What can be done with schedules (S1 to S3). */
final class ScheduleRoutes {
  private static final int USUAL_PAGE = 50;
  private static final int USUAL_PREVIEW = 5;

  private final Schedules schedules;
  private final RestConfig config;

  ScheduleRoutes(Schedules schedules, RestConfig config) {
    this.schedules = schedules;
    this.config = config;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/schedules";
    String one = all + "/{id}";
    return List.of(
        Route.post(all, this::create).reading(config.maxBodyBytes()),
        Route.get(all, this::list),
        Route.post(all + "/preview", this::preview).reading(config.maxBodyBytes()),
        Route.get(one, call -> told(find(call.accepting().id()))),
        Route.patch(one, this::edit).reading(config.maxBodyBytes()),
        Route.delete(one, this::delete),
        Route.post(one + "/pause", call -> changed(call, schedules::pause)),
        Route.post(one + "/resume", call -> changed(call, schedules::resume)),
        Route.post(one + "/trigger", this::trigger),
        Route.get(one + "/fires", this::fires));
  }

  private Answer create(Call call) {
    Definition definition = call.accepting().body(ScheduleJson::read).definition();
    Schedule created = schedules.create(definition);
    return Answer.of(HttpStatus.CREATED, json -> ScheduleJson.write(json, created));
  }

  private Answer preview(Call call) {
    Definition definition = call.accepting("count").body(ScheduleJson::read).definition();
    List<Instant> fires = schedules.preview(definition, call.query("count", USUAL_PREVIEW));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "fires", fires, (each, time) -> each.writeString(time.toString()));
          json.writeEndObject();
        });
  }

  private Answer list(Call call) {
    call.accepting("limit", "cursor");
    Page<Schedule> page = schedules.list(call.query("limit", USUAL_PAGE), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "schedules", page.items(), ScheduleJson::write);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer edit(Call call) {
    UUID id = call.accepting().id();
    ScheduleJson asked = call.body(ScheduleJson::read);
    return told(schedules.edit(id, asked::change));
  }

  private Answer delete(Call call) {
    UUID id = call.accepting().id();
    call.expectNoBody();
    Schedule gone = find(id);
    schedules.delete(id);
    return told(gone);
  }

  private Answer changed(Call call, Function<UUID, Schedule> change) {
    UUID id = call.accepting().id();
    call.expectNoBody();
    return told(change.apply(id));
  }

  private Answer trigger(Call call) {
    UUID id = call.accepting().id();
    call.expectNoBody();
    Submitted submitted = schedules.trigger(id);
    return Answer.of(HttpStatus.CREATED, json -> JobJson.submitted(json, submitted));
  }

  private Answer fires(Call call) {
    UUID id = call.accepting("limit", "cursor").id();
    return JobRoutes.page(
        schedules.fires(id, call.query("limit", USUAL_PAGE), call.query("cursor")));
  }

  private Schedule find(UUID id) {
    return schedules.find(id).orElseThrow(() -> ScheduleRefused.notFound(id));
  }

  private static Answer told(Schedule schedule) {
    return Answer.ok(json -> ScheduleJson.write(json, schedule));
  }
}
