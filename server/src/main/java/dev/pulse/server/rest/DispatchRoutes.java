package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.dispatch.Pause;
import dev.pulse.server.job.Jobs;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether jobs are handed out (D1). */
final class DispatchRoutes {
  private static final String NO_REASON = "no reason given";

  private final Jobs jobs;
  private final Dispatcher dispatcher;

  DispatchRoutes(Jobs jobs, Dispatcher dispatcher) {
    this.jobs = jobs;
    this.dispatcher = dispatcher;
  }

  List<Route> routes() {
    String dispatch = RestApi.ROOT + "/dispatch";
    return List.of(
        Route.get(
            dispatch,
            call -> {
              call.accepting();
              return status();
            }),
        Route.post(dispatch + "/pause", this::pause),
        Route.post(dispatch + "/resume", this::resume),
        Route.post(dispatch + "/aging", this::aging));
  }

  private Answer status() {
    List<Pause> pauses = dispatcher.pauses();
    Map<String, Duration> aging = jobs.aging();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeBooleanField("paused", pauses.stream().anyMatch(each -> each.topic() == null));
          JobJson.list(json, "pauses", pauses, JobJson::pause);
          JobJson.list(json, "aging", List.copyOf(aging.entrySet()), DispatchRoutes::aging);
          json.writeEndObject();
        });
  }

  private Answer pause(Call call) {
    Map<String, String> given = call.accepting().body(body -> fields(body, "topic", "reason"));
    dispatcher.pause(given.get("topic"), given.getOrDefault("reason", NO_REASON), call.actor());
    return status();
  }

  private Answer resume(Call call) {
    Map<String, String> given = call.accepting().body(body -> fields(body, "topic"));
    dispatcher.resume(given.get("topic"));
    return status();
  }

  /** J15: off unless set. */
  private Answer aging(Call call) {
    Map<String, String> given = call.accepting().body(body -> fields(body, "topic", "aging"));
    String topic = given.get("topic");
    if (topic == null) {
      throw Refused.field("topic", "is missing");
    }
    String aging = given.get("aging");
    jobs.aging(topic, aging == null ? null : Texts.duration("aging", aging));
    return status();
  }

  private static void aging(JsonGenerator json, Map.Entry<String, Duration> topic)
      throws IOException {
    json.writeStartObject();
    JobJson.text(json, "topic", topic.getKey());
    JobJson.text(json, "aging", Texts.written(topic.getValue()));
    json.writeEndObject();
  }

  private static Map<String, String> fields(JsonBody body, String... names) throws IOException {
    Map<String, String> given = new HashMap<>();
    body.object(
        "",
        field -> {
          if (!List.of(names).contains(field)) {
            return false;
          }
          if (!body.isNull()) {
            given.put(field, body.text(field));
          }
          return true;
        });
    return given;
  }
}
