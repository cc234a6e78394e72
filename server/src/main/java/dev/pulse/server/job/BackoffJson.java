package dev.pulse.server.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/** A back-off policy as it stands in its column; the default stands as null. */
final class BackoffJson {
  private static final JsonFactory JSON = new JsonFactory();

  private BackoffJson() {}

  static @Nullable String write(Backoff backoff) {
    return switch (backoff) {
      case Backoff.Squared _ -> null;
      case Backoff.Exponential(var base, var factor, var cap, var jitter) ->
          "{\"base_ms\":%d,\"factor\":%s,\"cap_ms\":%d,\"jitter\":%s}"
              .formatted(base.toMillis(), factor, cap.toMillis(), jitter);
    };
  }

  static Backoff read(@Nullable String json) {
    if (json == null) {
      return Backoff.SQUARED;
    }
    var fields = new HashMap<String, Double>();
    try (JsonParser parser = JSON.createParser(json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, parser.getDoubleValue());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Backoff.Exponential(
        Duration.ofMillis(fields.getOrDefault("base_ms", 0.0).longValue()),
        fields.getOrDefault("factor", 1.0),
        Duration.ofMillis(fields.getOrDefault("cap_ms", 0.0).longValue()),
        fields.getOrDefault("jitter", 0.0));
  }
}
