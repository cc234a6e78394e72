package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.Limit;
import java.io.IOException;
import java.util.List;

/** Limits as JSON, in the words of the REST interface: what reads one reads the other. */
final class LimitJson {
  private LimitJson() {}

  static void all(JsonGenerator json, List<Limit> limits) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "limits", limits, LimitJson::limit);
    json.writeEndObject();
  }

  static void limit(JsonGenerator json, Limit limit) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "name", limit.name());
    if (limit.maxRunning() == null) {
      json.writeNullField("max_running");
    } else {
      json.writeNumberField("max_running", limit.maxRunning());
    }
    Limit.Rate rate = limit.rate();
    if (rate == null) {
      json.writeNullField("rate");
    } else {
      json.writeObjectFieldStart("rate");
      json.writeNumberField("starts", rate.starts());
      JobJson.text(json, "per", DurationText.written(rate.per()));
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
