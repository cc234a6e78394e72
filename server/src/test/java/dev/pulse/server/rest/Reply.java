package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;

/** What came back. */
record Reply(int status, String body, HttpHeaders headers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + body, e);
    }
  }

  JsonNode error() {
    return json().path("error");
  }

  String text(String field) {
    return json().path(field).asText();
  }

  void refused(int status, String code, String message) {
    assertThat(this.status).as(body).isEqualTo(status);
    assertThat(error().path("code").asText()).as(body).isEqualTo(code);
    assertThat(error().path("message").asText()).contains(message);
    assertThat(body).doesNotContain("\tat ").doesNotContain("Exception");
  }
}
