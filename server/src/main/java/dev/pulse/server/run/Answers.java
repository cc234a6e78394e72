package dev.pulse.server.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** What deliverers are told: written once and kept, so that a repetition hears the same bytes. */
final class Answers {
  private static final JsonFactory JSON = new JsonFactory();

  private Answers() {}

  static String delivered(RunState run, WaitState wait, Delivery delivery) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("run_id", run.id.toString());
      json.writeStringField("signal_name", wait.signal);
      json.writeStringField("wait_id", wait.id.toString());
      json.writeStringField("node_id", wait.nodeId);
      json.writeStringField("status", wait.status.text());
      json.writeStringField("delivered_at", String.valueOf(wait.endedAt));
      json.writeStringField("delivered_by", delivery.by().name());
      json.writeStringField("via", via(delivery));
      String payload = delivery.payload();
      if (payload != null) { // none is told by its absence, an explicit null by null
        json.writeFieldName("payload");
        json.writeRawValue(payload);
        json.writeStringField("payload_sha256", sha256(payload));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail to be written
    }
    return text.toString();
  }

  static String via(Delivery delivery) {
    return delivery.by().via().name().toLowerCase(Locale.ROOT);
  }

  static String sha256(String payload) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(payload.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
