package dev.pulse.server.rest;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.rooms.Rooms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** The HTTP API: every route of it, and how errors are told. */
public final class RestApi {
  static final String ROOT = "/Pulse/v1";

  private final List<Route> routes;
  private final Errors errors;
  private final Executor blocking;

  /**
   * @param blocking runs the handlers, which wait for the database: one virtual thread each
   */
  public RestApi(Rooms rooms, Health health, RestConfig config, Executor blocking) {
    Jobs jobs = rooms.jobs();
    Dispatcher dispatcher = rooms.dispatcher();
    Answer document = new Answer(HttpStatus.OK, document());
    this.routes =
        Stream.of(
                new JobRoutes(jobs, dispatcher, config).routes(),
                new DeadRoutes(jobs).routes(),
                new ScheduleRoutes(rooms.schedules(), config).routes(),
                new RunRoutes(rooms.runs(), config, blocking).routes(),
                new LinkRoutes(rooms.runs(), config).routes(),
                new DispatchRoutes(jobs, dispatcher).routes(),
                new AgentRoutes(dispatcher, rooms.statuses(), config).routes(),
                new LimitRoutes(rooms.limits()).routes(),
                new LogRoutes(rooms.logs(), blocking).routes(),
                new StatusRoutes(rooms.statuses()).routes(),
                new StandingAgentRoutes(rooms.statuses(), dispatcher).routes(),
                new TaskRoutes(rooms.slings(), dispatcher, config).routes(),
                new SchedulerRoutes(rooms.slings(), config).routes(),
                List.of(Route.get(ROOT + "/openapi.json", _ -> document)),
                health.routes())
            .flatMap(List::stream)
            .toList();
    this.errors = new Errors(routes);
    this.blocking = blocking;
  }

  /** Serves the API there. Errors of that server that no service catches are told its way too. */
  public void on(ServerBuilder server) {
    for (Route route : routes) {
      server
          .route()
          .methods(route.methods())
          .path(route.path())
          .maxRequestLength(route.maxBytes())
          .requestTimeout(route.timeout())
          .build((context, request) -> serve(route, context, request));
    }
    server.errorHandler(errors);
  }

  List<Route> routes() {
    return routes;
  }

  private HttpResponse serve(Route route, ServiceRequestContext context, HttpRequest request) {
    return HttpResponse.of(
        request.aggregate().thenApplyAsync(whole -> answer(route, context, whole), blocking));
  }

  private HttpResponse answer(
      Route route, ServiceRequestContext context, AggregatedHttpRequest request) {
    try {
      return route.handler().answer(new Call(context, request)).send();
    } catch (RuntimeException | Error e) {
      return errors.response(context, e).toHttpResponse();
    }
  }

  private static HttpData document() {
    try (InputStream document = RestApi.class.getResourceAsStream("openapi.json")) {
      if (document == null) {
        throw new IllegalStateException("openapi.json is missing from the build");
      }
      return HttpData.wrap(document.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
