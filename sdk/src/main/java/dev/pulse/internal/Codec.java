package dev.pulse.internal;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.pulse.Json;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;

/** Turns the user's values into JSON text and back. */
final class Codec {
  private final ObjectMapper mapper;

  Codec(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** Lenient about unknown members: an old worker must be able to read a newer producer's args. */
  static ObjectMapper defaultMapper() {
    return JsonMapper.builder()
        .addModule(new JavaTimeModule())
        .addModule(new Jdk8Module())
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .build();
  }

  String write(Object value) {
    if (value instanceof Json json) {
      return json.text();
    }
    try {
      return mapper.writeValueAsString(value);
    } catch (JacksonException e) {
      throw new PulseException(
          Code.INVALID,
          "a %s cannot be written as JSON: %s"
              .formatted(value.getClass().getName(), e.getOriginalMessage()),
          e);
    }
  }

  <T> T read(Json json, Class<T> type) {
    if (type == Json.class) {
      return type.cast(json);
    }
    try {
      return mapper.readValue(json.text(), type);
    } catch (JacksonException e) {
      throw new PulseException(
          Code.INVALID,
          "the JSON does not fit %s: %s".formatted(type.getName(), e.getOriginalMessage()),
          e);
    }
  }
}
