package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.log.LogChunk;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attempt logs over REST, as JSON and as events (A7, H2). */
@Timeout(180)
class LogOverRestTest {
  @RegisterExtension static final Api api = new Api();

  private static void write(Assignment job, long starts, String text) {
    var chunk = new LogChunk(job.lease(), starts, starts + text.length(), 0, text);
    api.logs().append(chunk).join();
  }

  private static String log(UUID id) {
    return Api.JOBS + "/" + id + "/log";
  }

  @Test
  void aLogIsReadAsFarAsItIs() {
    UUID id = api.submit("{\"name\":\"j\"}");
    JsonNode none = api.get(log(id)).json();
    assertThat(none.path("attempt").isNull()).isTrue();
    assertThat(none.path("ended").asBoolean()).isFalse();
    Assignment job = api.claim("default");
    write(job, 0, "a \"\u0001\"\r\n");
    JsonNode first = api.get(log(id) + "?attempt=1").json();
    assertThat(first.path("text").asText()).isEqualTo("a \"\u0001\"\r\n");
    assertThat(first.path("attempt").asInt()).isEqualTo(1);
    String after = first.path("after").asText();
    assertThat(api.get(log(id) + "?after=" + after).json().path("text").asText()).isEmpty();
    write(job, 7, "b\n");
    api.report(job, new Outcome.Succeeded(null));
    JsonNode rest = api.get(log(id) + "?after=" + after).json();
    assertThat(rest.path("text").asText()).isEqualTo("b\n");
    assertThat(rest.path("ended").asBoolean()).isTrue();
  }

  @Test
  void aLogIsFollowedByEventsAndGoneOnWithAfterALostConnection() throws Exception {
    UUID id = api.submit("{\"name\":\"j\"}");
    Assignment job = api.claim("default");
    write(job, 0, "a\n");
    try (HttpClient client = HttpClient.newHttpClient()) {
      Iterator<String> events = events(client, id, null);
      String cursor = job.lease().fence() + ":2";
      expect(events, "id: " + cursor, "event: log", "data: {\"attempt\":1,\"text\":\"a\\n\"}", "");
      write(job, 2, "b\nc\n");
      expect(events, "id: " + job.lease().fence() + ":6", "event: log");
      assertThat(events.next()).isEqualTo("data: {\"attempt\":1,\"text\":\"b\\nc\\n\"}");
      api.report(job, new Outcome.Succeeded(null));
      api.logs().poll();
      expect(events, "", "event: end", "data: {}", "");
      assertThat(events.hasNext()).isFalse();

      Iterator<String> again = events(client, id, cursor);
      expect(again, "id: " + job.lease().fence() + ":6", "event: log");
      assertThat(again.next()).contains("b\\nc\\n");
      expect(again, "", "event: end", "data: {}", "");
    }
  }

  private static Iterator<String> events(HttpClient client, UUID id, String last) throws Exception {
    var request = api.request(log(id)).header("Accept", "text/event-stream");
    if (last != null) {
      request.header("Last-Event-ID", last);
    }
    var response = client.send(request.build(), BodyHandlers.ofLines());
    assertThat(response.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/event-stream");
    return response.body().iterator();
  }

  private static void expect(Iterator<String> events, String... lines) {
    for (String line : lines) {
      assertThat(events.next()).isEqualTo(line);
    }
  }

  @Test
  void whatCannotBeReadIsRefusedAlsoToWhoWantsEvents() {
    UUID id = api.submit("{\"name\":\"j\"}");
    for (String accept : new String[] {"application/json", "text/event-stream"}) {
      refused(log(UUID.randomUUID()), accept, 404, "not_found", "there is no job");
      refused(log(id) + "?attempt=1", accept, 404, "not_found", "has no attempt 1");
      refused(log(id) + "?attempt=0", accept, 400, "invalid", "attempt counts from 1");
      refused(log(id) + "?attempt=x", accept, 400, "invalid", "attempt is not a whole number");
      refused(log(id) + "?after=x", accept, 400, "invalid", "after is not a place");
      refused(log(id) + "?why=1", accept, 400, "invalid", "why is not a parameter here");
    }
  }

  private static void refused(String path, String accept, int status, String code, String message) {
    api.send(api.request(path).header("Accept", accept).GET()).refused(status, code, message);
  }
}
