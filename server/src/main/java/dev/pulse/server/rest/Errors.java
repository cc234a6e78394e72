package dev.pulse.server.rest;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.HttpResponseException;
import com.linecorp.armeria.server.HttpStatusException;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.schedule.ScheduleRefused;
import dev.pulse.server.sling.SlingRefused;
import dev.pulse.server.status.StatusRefused;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every error as {@code {"error":{"code","message","details"}}}, whoever found it. What is our own
 * fault is told by a number only; the log has the rest under that number (H4).
 */
final class Errors implements ServerErrorHandler {
  private static final Logger log = LoggerFactory.getLogger(Errors.class);

  private final List<Route> routes;

  Errors(List<Route> routes) {
    this.routes = routes;
  }

  AggregatedHttpResponse response(ServiceRequestContext context, Throwable thrown) {
    return Answer.error(refused(context, thrown)).response();
  }

  private static Refused refused(ServiceRequestContext context, Throwable thrown) {
    return switch (thrown) {
      case Refused refused -> refused;
      case JobRefused refused -> Refused.job("", refused);
      case ScheduleRefused refused -> Refused.schedule(refused);
      case StatusRefused refused -> Refused.status(refused);
      case RunRefused refused -> Refused.run(refused);
      case SlingRefused refused -> Refused.sling(refused);
      case CompletionException wrapped when wrapped.getCause() != null ->
          refused(context, wrapped.getCause());
      case ContentTooLargeException _ -> tooLarge(context.config());
      case RequestTimeoutException _ -> unavailable(context, "the request took too long", thrown);
      case DatabaseFailure failure when !isOurFault(failure) ->
          unavailable(context, "the database cannot be reached; try again", failure);
      default -> internal(context, thrown);
    };
  }

  /** A statement or a value that Postgres does not understand will not get better by waiting. */
  private static boolean isOurFault(DatabaseFailure failure) {
    String state = failure.getCause() instanceof SQLException cause ? cause.getSQLState() : null;
    return state != null
        && (state.startsWith("22") || state.startsWith("23") || state.startsWith("42"));
  }

  private static Refused unavailable(
      ServiceRequestContext context, String message, Throwable thrown) {
    String id = context.id().text();
    log.warn("request {} {} {}: {}", id, context.method(), context.path(), thrown.toString());
    return new Refused(
        HttpStatus.SERVICE_UNAVAILABLE, "unavailable", message, Map.of("request_id", id));
  }

  private static Refused internal(ServiceRequestContext context, Throwable thrown) {
    String id = context.id().text();
    log.error("request {} {} {} failed", id, context.method(), context.path(), thrown);
    return new Refused(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "internal",
        "something went wrong here; the server's log knows it as request " + id,
        Map.of("request_id", id));
  }

  private static Refused tooLarge(ServiceConfig config) {
    return new Refused(
        HttpStatus.REQUEST_ENTITY_TOO_LARGE,
        "too_large",
        "the body is larger than the %d bytes allowed".formatted(config.maxRequestLength()),
        Map.of("max_bytes", Long.toString(config.maxRequestLength())));
  }

  /**
   * What an answer of ours could not catch. Armeria's own statuses come back by the method below.
   */
  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext context, Throwable cause) {
    if (cause instanceof HttpStatusException || cause instanceof HttpResponseException) {
      return null;
    }
    return response(context, cause).toHttpResponse();
  }

  @Override
  public @Nullable AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext context,
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    if (status.isContentAlwaysEmpty()) {
      return null;
    }
    if (status.equals(HttpStatus.REQUEST_ENTITY_TOO_LARGE)) {
      return Answer.error(tooLarge(config)).response();
    }
    String path = headers == null ? "" : headers.path().replaceFirst("[?#].*", "");
    if (status.equals(HttpStatus.METHOD_NOT_ALLOWED)) {
      return methodNotAllowed(path);
    }
    if (status.equals(HttpStatus.NOT_FOUND)) {
      return plain(status, "not_found", "there is nothing at " + path);
    }
    if (status.equals(HttpStatus.BAD_REQUEST)) {
      return plain(status, "invalid", "the request or its path is malformed");
    }
    String code = status.reasonPhrase().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "_");
    return plain(status, code, status.reasonPhrase());
  }

  private static AggregatedHttpResponse plain(HttpStatus status, String code, String message) {
    return Answer.error(new Refused(status, code, message, Map.of())).response();
  }

  private AggregatedHttpResponse methodNotAllowed(String path) {
    String allowed =
        routes.stream()
            .filter(route -> route.matches(path))
            .flatMap(route -> route.methods().stream())
            .map(HttpMethod::name)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    AggregatedHttpResponse plain =
        Answer.error(
                new Refused(
                    HttpStatus.METHOD_NOT_ALLOWED,
                    "method_not_allowed",
                    path + " allows " + allowed,
                    Map.of("allow", allowed)))
            .response();
    return AggregatedHttpResponse.of(
        plain.headers().withMutations(headers -> headers.set(HttpHeaderNames.ALLOW, allowed)),
        plain.content());
  }
}
