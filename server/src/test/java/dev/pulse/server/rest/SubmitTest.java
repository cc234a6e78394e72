package dev.pulse.server.rest;

import static dev.pulse.server.rest.Api.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs come in, one or many, and what they bring is kept to the byte (J1, J10, J12). */
class SubmitTest {
  @RegisterExtension static final Api api = new Api();

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Test
  void aNameIsEnough() {
    Reply reply = api.post(JOBS, "{\"name\":\"email\"}");
    assertThat(reply.status()).isEqualTo(201);
    Reply job = api.get(JOBS + "/" + reply.text("id"));
    assertThat(job.text("topic")).isEqualTo("default");
    assertThat(job.text("status")).isEqualTo("PENDING");
    assertThat(job.json().path("args").toString()).isEqualTo("{}");
    assertThat(job.json().path("max_attempts").asInt()).isEqualTo(5);
    assertThat(reply.json().path("existing").asBoolean()).isFalse();
  }

  @Test
  void everyFieldArrives() {
    UUID id = UUID.randomUUID();
    Reply reply =
        api.post(
            JOBS,
            """
            {"id":"%s","name":"email","topic":"mail","args":[1],"priority":7,"max_attempts":3,
             "delay":"1h30m","unique_key":"k","limits":["smtp","account"],"traceparent":"%s",
             "backoff":{"base":"2s","factor":3,"cap":"1m","jitter":0.5}}
            """
                .formatted(id, TRACE));
    assertThat(reply.text("id")).isEqualTo(id.toString());
    Reply job = api.get(JOBS + "/" + id);
    assertThat(job.text("topic")).isEqualTo("mail");
    assertThat(job.text("status")).isEqualTo("SCHEDULED");
    assertThat(job.json().path("priority").asInt()).isEqualTo(7);
    assertThat(job.json().path("max_attempts").asInt()).isEqualTo(3);
    assertThat(job.text("unique_key")).isEqualTo("k");
    assertThat(job.json().path("limits").toString()).isEqualTo("[\"account\",\"smtp\"]");
    var wait =
        Duration.between(
            Instant.parse(job.text("submitted_at")), Instant.parse(job.text("next_run_at")));
    assertThat(wait).isEqualTo(Duration.ofMinutes(90));
    assertThat(api.number("SELECT count(*) FROM pulse.job WHERE trace = '" + TRACE + "'")).isOne();
    assertThat(api.number("SELECT (backoff->>'base_ms')::int FROM pulse.job")).isEqualTo(2000);
  }

  @Test
  void aTimeMayComeWithAnOffset() {
    UUID id = api.submit("{\"name\":\"j\",\"at\":\"2199-01-31T09:30:00+02:00\"}");
    assertThat(api.get(JOBS + "/" + id).text("next_run_at")).isEqualTo("2199-01-31T07:30:00Z");
  }

  @Test
  void nullIsAFieldLeftOutButForArgs() {
    UUID id =
        api.submit(
            """
            {"name":"j","id":null,"topic":null,"priority":null,"max_attempts":null,"delay":null,
             "at":null,"unique_key":null,"limits":null,"backoff":null,"traceparent":null,"args":null}
            """);
    assertThat(api.jobs().find(id).orElseThrow().args()).isEqualTo("null");
  }

  @Test
  void theTraceMayComeByHeader() {
    api.send(
        api.request(JOBS)
            .header("traceparent", TRACE)
            .POST(BodyPublishers.ofString("{\"name\":\"j\"}")));
    api.send(
        api.request(JOBS)
            .header("traceparent", "not one")
            .POST(BodyPublishers.ofString("{\"name\":\"j\"}")));
    assertThat(api.number("SELECT count(*) FROM pulse.job WHERE trace = '" + TRACE + "'")).isOne();
    assertThat(api.number("SELECT count(*) FROM pulse.job WHERE trace IS NULL")).isOne();
  }

  @Test
  void anIdOrAKeyMakesItIdempotent() {
    UUID id = UUID.randomUUID();
    String job = "{\"name\":\"j\",\"id\":\"%s\"}".formatted(id);
    assertThat(api.post(JOBS, job).status()).isEqualTo(201);
    Reply again = api.post(JOBS, job);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("existing").asBoolean()).isTrue();

    String first = api.post(JOBS, "{\"name\":\"j\",\"unique_key\":\"k\"}").text("id");
    assertThat(api.post(JOBS, "{\"name\":\"j\",\"unique_key\":\"k\"}").text("id")).isEqualTo(first);
    assertThat(api.number("SELECT count(*) FROM pulse.job")).isEqualTo(2);
  }

  @Test
  void aBatchAnswersInItsOrder() {
    UUID second = UUID.randomUUID();
    Reply reply =
        api.post(
            JOBS + "/batch",
            "{\"jobs\":[{\"name\":\"a\"},{\"name\":\"b\",\"id\":\"%s\"},{\"name\":\"c\"}]}"
                .formatted(second));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().path("jobs")).hasSize(3);
    assertThat(reply.json().path("jobs").get(1).path("id").asText()).isEqualTo(second.toString());
    assertThat(api.post(JOBS + "/batch", "{\"jobs\":[]}").json().path("jobs")).isEmpty();
  }

  @Test
  void oneBadJobSpoilsItsBatch() {
    String good = "{\"name\":\"good\"}";
    Reply rule = api.post(JOBS + "/batch", "{\"jobs\":[%s,{\"name\":\"\"}]}".formatted(good));
    rule.refused(400, "invalid", "jobs[1]: name has 1 to 200 characters");
    Reply type =
        api.post(
            JOBS + "/batch", "{\"jobs\":[%s,{\"name\":\"x\",\"priority\":\"1\"}]}".formatted(good));
    type.refused(400, "invalid", "jobs[1].priority is not a whole number");
    assertThat(type.error().path("details").path("field").asText()).isEqualTo("jobs[1].priority");
    api.post(JOBS + "/batch", "{\"jobs\":[{\"name\":\"x\"}],\"job\":1}")
        .refused(400, "invalid", "job is not a field here");
    api.post(JOBS + "/batch", "{}").refused(400, "invalid", "jobs is missing");
    api.post(JOBS + "/batch", "{\"jobs\":{}}").refused(400, "invalid", "jobs is not an array");
    String tooMany = "{\"jobs\":[" + (good + ",").repeat(10_000) + good + "]}";
    api.post(JOBS + "/batch", tooMany).refused(400, "invalid", "jobs has more than 10000 jobs");
    assertThat(api.number("SELECT count(*) FROM pulse.job")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "123456789012345678901234567890",
        "-0.0",
        "1e400",
        "1.000",
        "\"text\"",
        "\"\\u0041\\/\"",
        "\"\\ud800\"",
        "\"\\u0000\"",
        "\"ünïcödé 😀 \u2028\"",
        "true",
        "null",
        "[]",
        "{ \"b\" : 1,\t\"a\":\n2 , \"b\": 3 }",
        "[ 1 , [ 2, {\"x\" : [ ] } ] ]",
        "{\"args\":{\"args\":\"}\"}}"
      })
  void argsAndResultsPassThroughToTheByte(String json) {
    for (String job :
        new String[] {"{\"name\":\"j\",\"args\":%s}", "{ \"args\" : %s , \"name\":\"j\" }"}) {
      UUID id = api.submit(job.formatted(json));
      assertThat(api.jobs().find(id).orElseThrow().args()).isEqualTo(json);
      assertThat(api.get(JOBS + "/" + id).body()).contains("\"args\":" + json + ",");
    }
    var claimed = api.claim("default");
    api.report(claimed, new dev.pulse.server.job.Outcome.Succeeded(json));
    assertThat(api.get(JOBS + "/" + claimed.id()).body()).contains("\"result\":" + json + ",");
    assertThat(api.get(JOBS + "/" + claimed.id() + "/attempts").body())
        .contains("\"result\":" + json + ",");
  }

  @Test
  void longArgsPassThroughToTheByteToo() {
    String digits = "9".repeat(200_000);
    String json = "[ %s , \"%s\",\t%s ]".formatted(digits, "ä\\n".repeat(100_000), digits);
    UUID id = api.submit("{\"args\":%s, \"name\":\"j\"}".formatted(json));
    assertThat(api.jobs().find(id).orElseThrow().args()).isEqualTo(json);
  }
}
