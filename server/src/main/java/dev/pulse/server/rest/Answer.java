package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A JSON answer. */
record Answer(HttpStatus status, HttpData body) implements Outgoing {
  private static final JsonFactory JSON = new JsonFactory();

  /** Writes the answer's one value. */
  interface Writer {
    void write(JsonGenerator json) throws IOException;
  }

  static Answer ok(Writer writer) {
    return of(HttpStatus.OK, writer);
  }

  static Answer of(HttpStatus status, Writer writer) {
    var bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      writer.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail to be written
    }
    return new Answer(status, HttpData.wrap(bytes.toByteArray()));
  }

  static Answer error(Refused refused) {
    return of(
        refused.status(),
        json -> {
          json.writeStartObject();
          json.writeObjectFieldStart("error");
          json.writeStringField("code", refused.code());
          json.writeStringField("message", refused.text());
          json.writeObjectFieldStart("details");
          for (var detail : refused.details().entrySet()) {
            json.writeStringField(detail.getKey(), detail.getValue());
          }
          json.writeEndObject();
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  @Override
  public HttpResponse send() {
    return response().toHttpResponse();
  }

  AggregatedHttpResponse response() {
    return AggregatedHttpResponse.of(
        ResponseHeaders.builder(status)
            .contentType(MediaType.JSON_UTF_8)
            .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
            .build(),
        body);
  }
}
