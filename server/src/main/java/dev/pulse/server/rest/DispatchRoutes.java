package dev.pulse.server.rest;

import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.dispatch.Pause;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether jobs are handed out (D1). */
final class DispatchRoutes {
  private static final String NO_REASON = "no reason given";

  private final Dispatcher dispatcher;

  DispatchRoutes(Dispatcher dispatcher) {
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
        Route.post(dispatch + "/resume", this::resume));
  }

  private Answer status() {
    List<Pause> pauses = dispatcher.pauses();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeBooleanField("paused", pauses.stream().anyMatch(each -> each.topic() == null));
          JobJson.list(json, "pauses", pauses, JobJson::pause);
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
