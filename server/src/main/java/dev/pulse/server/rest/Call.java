package dev.pulse.server.rest;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.QueryParams;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One request, read strictly: what nobody asked for or cannot be read is refused by name. */
final class Call {
  private static final Pattern TRACE =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private final ServiceRequestContext context;
  private final AggregatedHttpRequest request;

  Call(ServiceRequestContext context, AggregatedHttpRequest request) {
    this.context = context;
    this.request = request;
  }

  UUID id() {
    return Texts.id("id", String.valueOf(context.pathParam("id")));
  }

  /** A part of the path. */
  String path(String name) {
    return legible(name, String.valueOf(context.pathParam(name)));
  }

  /** A header; null when it was not given. */
  @Nullable String header(String name) {
    return request.headers().get(name);
  }

  /** Where a reader of numbered events was; 0 at the first time. */
  int lastEventId() {
    String given = lastEvent();
    try {
      return given == null ? 0 : Integer.parseInt(given);
    } catch (NumberFormatException e) {
      throw Refused.field("Last-Event-ID", "is not a number");
    }
  }

  /** The fields of an HTML form. */
  QueryParams form() {
    return QueryParams.fromQueryString(request.contentUtf8());
  }

  /** Who calls, as far as it is known. */
  String actor() {
    return Authentication.user(context).orElse("anonymous");
  }

  /** Refuses any other parameter, and any that is given twice. */
  Call accepting(String... names) {
    Set<String> known = Set.of(names);
    QueryParams given = context.queryParams();
    for (String name : given.names()) {
      if (!known.contains(name)) {
        throw Refused.field(name, "is not a parameter here");
      }
      if (given.getAll(name).size() > 1) {
        throw Refused.field(name, "is given twice");
      }
    }
    return this;
  }

  /** A parameter; null when it was not given. */
  @Nullable String query(String name) {
    List<String> values = context.queryParams().getAll(name);
    if (values.isEmpty()) {
      return null;
    }
    String value = values.getFirst();
    if (value.isEmpty()) {
      throw Refused.field(name, "is empty");
    }
    return legible(name, value);
  }

  private static String legible(String name, String value) {
    if (value.indexOf('\uFFFD') >= 0) { // what the decoder puts where bytes are no UTF-8
      throw Refused.field(name, "is not UTF-8");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw Refused.field(name, "has a control character");
    }
    return value;
  }

  int query(String name, int otherwise) {
    String value = query(name);
    if (value == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw Refused.field(name, "is not a whole number");
    }
  }

  <T> T body(JsonBody.Shape<T> shape) {
    return JsonBody.read(request.content().array(), shape);
  }

  /** The body as it is, where it is not one JSON value. */
  String text() {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(request.content().array()))
          .toString();
    } catch (CharacterCodingException e) {
      throw Refused.malformed("the body is not UTF-8");
    }
  }

  boolean flag(String name) {
    String value = query(name);
    if (value == null || value.equals("false")) {
      return false;
    }
    if (value.equals("true")) {
      return true;
    }
    throw Refused.field(name, "is not true or false");
  }

  /** For requests that need no body: none, or an object with nothing in it. */
  void expectNoBody() {
    if (!request.content().isEmpty()) {
      body(
          body -> {
            body.object("", _ -> false);
            return true;
          });
    }
  }

  /** Whether the answer is to come as a stream of server-sent events. */
  boolean wantsEvents() {
    return request.method() == HttpMethod.GET
        && request.headers().accept().stream().anyMatch(MediaType.EVENT_STREAM::is);
  }

  /** The last event that a reader saw before it lost its connection; null: it is a new one. */
  @Nullable String lastEvent() {
    String id = request.headers().get("last-event-id");
    return id == null || id.isEmpty() ? null : legible("Last-Event-ID", id);
  }

  /** The caller's trace context; by its own rules a malformed one is as good as none. */
  @Nullable String trace() {
    String given = request.headers().get("traceparent");
    return given != null && TRACE.matcher(given).matches() ? given : null;
  }
}
