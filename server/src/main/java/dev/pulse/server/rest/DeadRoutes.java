package dev.pulse.server.rest;

import dev.pulse.server.job.DeadFilter;
import dev.pulse.server.job.Handled;
import dev.pulse.server.job.JobFilter;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be done with dead letters (J9). */
final class DeadRoutes {
  private static final int USUAL_PAGE = 50;

  private final Jobs jobs;

  DeadRoutes(Jobs jobs) {
    this.jobs = jobs;
  }

  List<Route> routes() {
    String dead = RestApi.ROOT + "/dead";
    return List.of(
        Route.get(dead, this::list),
        Route.post(dead + "/retry", call -> handle(call, jobs::retryDead)).taking(Duration.ZERO),
        Route.post(dead + "/purge", call -> handle(call, jobs::purgeDead)).taking(Duration.ZERO));
  }

  private Answer list(Call call) {
    call.accepting("topic", "name", "limit", "cursor");
    var filter = new JobFilter(call.query("topic"), call.query("name"), JobStatus.DEAD_LETTERED);
    return JobRoutes.page(jobs.list(filter, call.query("limit", USUAL_PAGE), call.query("cursor")));
  }

  private static Answer handle(Call call, Function<DeadFilter, Handled> action) {
    call.accepting();
    Handled handled = action.apply(call.body(DeadRoutes::filter));
    return Answer.ok(json -> JobJson.handled(json, handled));
  }

  /** {@code {}} means all of them; no body at all is too easily sent by mistake. */
  private static DeadFilter filter(JsonBody body) throws IOException {
    Map<String, String> given = new HashMap<>();
    body.object(
        "",
        field -> {
          if (!List.of("name", "topic", "since", "until").contains(field)) {
            return false;
          }
          if (!body.isNull()) {
            given.put(field, storable(field, body.text(field)));
          }
          return true;
        });
    return new DeadFilter(
        given.get("name"), given.get("topic"), time(given, "since"), time(given, "until"));
  }

  private static @Nullable Instant time(Map<String, String> given, String field) {
    String text = given.get(field);
    return text == null ? null : Texts.time(field, text);
  }

  private static String storable(String field, String value) {
    if (value.indexOf('\0') >= 0) {
      throw Refused.field(field, "has a NUL character");
    }
    return value;
  }
}
