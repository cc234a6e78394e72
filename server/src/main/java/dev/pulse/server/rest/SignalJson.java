package dev.pulse.server.rest;

import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signal as a client sends it.
 *
 * @param payload as it was written; null: there was none, which is not the same as JSON's null
 */
record SignalJson(String name, @Nullable String payload, @Nullable UUID waitId) {
  static SignalJson read(JsonBody body) throws IOException {
    var reader = new Reader(body);
    body.object("", reader::take);
    String name = reader.name;
    if (name == null) {
      throw Refused.field("signal_name", "is missing");
    }
    return new SignalJson(name, reader.payload, reader.waitId);
  }

  private static final class Reader {
    private final JsonBody body;
    private @Nullable String name;
    private @Nullable String payload;
    private @Nullable UUID waitId;

    Reader(JsonBody body) {
      this.body = body;
    }

    boolean take(String field) throws IOException {
      switch (field) {
        case "signal_name" -> name = body.text(field);
        case "payload" -> payload = body.raw();
        case "wait_id" -> waitId = body.isNull() ? null : Texts.id(field, body.text(field));
        default -> {
          return false;
        }
      }
      return true;
    }
  }
}
