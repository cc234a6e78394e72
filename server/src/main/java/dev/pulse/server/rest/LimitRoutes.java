package dev.pulse.server.rest;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limit;
import dev.pulse.server.limit.Limits;
import java.util.List;

/** What can be done with limits (D2). */
final class LimitRoutes {
  private static final int USUAL_PAGE = 50;

  private final Limits limits;

  LimitRoutes(Limits limits) {
    this.limits = limits;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/limits";
    String one = all + "/{name}";
    return List.of(
        Route.get(all, this::list),
        Route.get(one, call -> told(find(call.accepting()))),
        Route.put(one, call -> set(call, Change.EVERYTHING)),
        Route.patch(one, call -> set(call, Change.NOTHING)),
        Route.delete(one, this::delete));
  }

  private Answer list(Call call) {
    call.accepting("limit", "cursor");
    int most = call.query("limit", USUAL_PAGE);
    List<Limit> page = limits.list(most, call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "limits", page, LimitJson::write);
          JobJson.text(json, "next_cursor", page.size() < most ? null : page.getLast().name());
          json.writeEndObject();
        });
  }

  private Answer set(Call call, Change otherwise) {
    Change change = call.accepting().body(body -> LimitJson.read(body, otherwise));
    return told(limits.set(call.path("name"), change, call.actor()));
  }

  private Answer delete(Call call) {
    Limit gone = find(call.accepting());
    call.expectNoBody();
    limits.delete(gone.name());
    return told(gone);
  }

  private Limit find(Call call) {
    return limits.find(call.path("name")).orElseThrow(() -> JobRefused.noLimit(call.path("name")));
  }

  private static Answer told(Limit limit) {
    return Answer.ok(json -> LimitJson.write(json, limit));
  }
}
