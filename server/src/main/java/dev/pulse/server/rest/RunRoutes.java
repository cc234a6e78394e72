package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.job.Page;
import dev.pulse.server.run.Delivery;
import dev.pulse.server.run.NewRun;
import dev.pulse.server.run.Run;
import dev.pulse.server.run.RunEvent;
import dev.pulse.server.run.RunFilter;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.run.RunStatus;
import dev.pulse.server.run.Runs;
import dev.pulse.server.run.Started;
import dev.pulse.server.run.Wait;
import dev.pulse.server.run.WaitStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be done with runs and the signals they wait for (N1 to N11). */
final class RunRoutes {
  private static final int USUAL_PAGE = 50;
  private static final int MOST_EVENTS = 500;

  private final Runs runs;
  private final RestConfig config;
  private final Executor blocking;

  RunRoutes(Runs runs, RestConfig config, Executor blocking) {
    this.runs = runs;
    this.config = config;
    this.blocking = blocking;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/runs";
    String one = all + "/{id}";
    return List.of(
        Route.post(all, this::start).reading(config.maxBatchBytes()),
        Route.get(all, this::list),
        Route.get(one, call -> told(require(call.accepting().id()))),
        Route.post(one + "/signal", this::signal).reading(config.maxBodyBytes()),
        Route.post(one + "/cancel", call -> changed(call, runs::cancel)),
        Route.post(one + "/retry", call -> changed(call, runs::retry)),
        Route.get(one + "/explain", this::explain),
        Route.get(one + "/events", this::events).taking(Duration.ZERO),
        Route.get(RestApi.ROOT + "/waits", this::waits));
  }

  private Answer start(Call call) {
    String trace = call.accepting().trace();
    NewRun wanted = call.body(body -> NewRunJson.read(body, trace));
    Started started = runs.start(wanted);
    Run run = require(started.id());
    return Answer.of(
        started.existing() ? HttpStatus.OK : HttpStatus.CREATED,
        json -> RunJson.run(json, run, runs));
  }

  private Answer list(Call call) {
    call.accepting("status", "name", "limit", "cursor");
    RunStatus status = choice("status", call.query("status"), RunStatus.values(), RunStatus::text);
    Page<Run> page =
        runs.list(
            new RunFilter(status, call.query("name")),
            call.query("limit", USUAL_PAGE),
            call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "runs", page.items(), RunJson::head);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer signal(Call call) {
    UUID id = call.accepting().id();
    SignalJson asked = call.body(SignalJson::read);
    var sender = new Delivery.Sender(call.actor(), Delivery.Via.API);
    var delivery =
        new Delivery(
            asked.name(), asked.payload(), asked.waitId(), call.header("Idempotency-Key"), sender);
    return new Answer(HttpStatus.OK, HttpData.ofUtf8(runs.deliver(id, delivery)));
  }

  private Answer changed(Call call, Function<UUID, Run> change) {
    UUID id = call.accepting().id();
    call.expectNoBody();
    return told(change.apply(id));
  }

  private Answer explain(Call call) {
    var explanation = runs.explain(call.accepting().id());
    return Answer.ok(json -> RunJson.explanation(json, explanation));
  }

  /** As JSON, or as they happen to whoever accepts {@code text/event-stream}. */
  private Outgoing events(Call call) {
    UUID id = call.accepting("after", "limit").id();
    Run run = runs.head(id).orElseThrow(() -> RunRefused.notFound(id));
    int after = call.query("after", 0);
    if (call.wantsEvents()) {
      return follow(run, Math.max(after, call.lastEventId()));
    }
    int limit = call.query("limit", MOST_EVENTS);
    if (limit < 1 || limit > MOST_EVENTS || after < 0) {
      throw Refused.field(
          "limit", "is between 1 and %d, after is not negative".formatted(MOST_EVENTS));
    }
    List<RunEvent> events = runs.events(id, after, limit);
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "events", events, RunJson::event);
          json.writeNumberField("last", events.isEmpty() ? after : events.getLast().number());
          json.writeEndObject();
        });
  }

  /** To whoever has read a closed run to its end, 204: a browser would come back for ever. */
  private Outgoing follow(Run run, int after) {
    return run.status().isClosed() && after >= run.events()
        ? () -> HttpResponse.of(HttpStatus.NO_CONTENT)
        : EventStream.of(new EventFeed(runs, run.id(), after), blocking);
  }

  private Answer waits(Call call) {
    call.accepting("status", "limit", "cursor");
    WaitStatus status =
        choice("status", call.query("status"), WaitStatus.values(), WaitStatus::text);
    Page<Wait> page = runs.waits(status, call.query("limit", USUAL_PAGE), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "waits", page.items(), (each, wait) -> RunJson.wait(each, wait, runs));
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private static <T> @Nullable T choice(
      String field, @Nullable String given, T[] choices, Function<T, String> text) {
    if (given == null) {
      return null;
    }
    return Arrays.stream(choices)
        .filter(choice -> text.apply(choice).equals(given))
        .findFirst()
        .orElseThrow(
            () -> Refused.field(field, "is one of " + Arrays.stream(choices).map(text).toList()));
  }

  private Run require(UUID id) {
    return runs.find(id).orElseThrow(() -> RunRefused.notFound(id));
  }

  private Answer told(Run run) {
    return Answer.ok(json -> RunJson.run(json, run, runs));
  }
}
