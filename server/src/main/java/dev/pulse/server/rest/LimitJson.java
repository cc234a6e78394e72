package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limit;
import dev.pulse.server.limit.Rate;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A limit as clients write and read it. */
final class LimitJson {
  private final JsonBody body;
  private Change change;
  private boolean pauses;
  private @Nullable Instant pausedUntil;
  private @Nullable String pauseReason;

  private LimitJson(JsonBody body, Change change) {
    this.body = body;
    this.change = change;
  }

  /**
   * Reads a change.
   *
   * @param otherwise what holds for the parts that are left out
   */
  static Change read(JsonBody body, Change otherwise) throws IOException {
    var reader = new LimitJson(body, otherwise);
    body.object("", reader::take);
    return reader.change();
  }

  private boolean take(String field) throws IOException {
    switch (field) {
      case "max_running" ->
          change = change.withMaxRunning(body.isNull() ? null : body.integer(field));
      case "rate" -> change = change.withRate(body.isNull() ? null : rate(body));
      case "paused_until" -> {
        pauses = true;
        pausedUntil = body.isNull() ? null : Texts.time(field, body.text(field));
      }
      case "pause_reason" -> pauseReason = body.isNull() ? null : body.text(field);
      default -> {
        return false;
      }
    }
    return true;
  }

  private Change change() {
    if (pauseReason != null && pausedUntil == null) {
      throw Refused.field("pause_reason", "goes with paused_until");
    }
    if (!pauses) {
      return change;
    }
    String reason = pauseReason == null ? "no reason given" : pauseReason;
    return change.withPause(pausedUntil == null ? null : new Change.Pause(pausedUntil, reason));
  }

  private static Rate rate(JsonBody body) throws IOException {
    var starts = new Integer[1];
    var per = new String[1];
    body.object(
        "rate",
        field -> {
          switch (field) {
            case "starts" -> starts[0] = body.integer("rate.starts");
            case "per" -> per[0] = body.text("rate.per");
            default -> {
              return false;
            }
          }
          return true;
        });
    if (starts[0] == null || per[0] == null) {
      throw Refused.field("rate", "has starts and per, such as {\"starts\": 10, \"per\": \"1m\"}");
    }
    return new Rate(starts[0], Texts.duration("rate.per", per[0]));
  }

  static void write(JsonGenerator json, Limit limit) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "name", limit.name());
    if (limit.maxRunning() == null) {
      json.writeNullField("max_running");
    } else {
      json.writeNumberField("max_running", limit.maxRunning());
    }
    Rate rate = limit.rate();
    if (rate == null) {
      json.writeNullField("rate");
    } else {
      json.writeObjectFieldStart("rate");
      json.writeNumberField("starts", rate.starts());
      JobJson.text(json, "per", Texts.written(rate.per()));
      json.writeEndObject();
    }
    JobJson.text(json, "paused_until", limit.pausedUntil());
    JobJson.text(json, "pause_reason", limit.pauseReason());
    json.writeNumberField("running", limit.running());
    json.writeNumberField("started", limit.started());
    JobJson.text(json, "updated_at", limit.updatedAt());
    JobJson.text(json, "updated_by", limit.updatedBy());
    json.writeEndObject();
  }
}
