package dev.pulse.server.rest;

import static dev.pulse.server.rest.Api.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gets a clear error and changes nothing (H4). */
class BadRequestTest {
  @RegisterExtension static final Api api = new Api();

  @AfterEach
  void nothingWasWritten() {
    assertThat(api.number("SELECT count(*) FROM pulse.job")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "{",
        "nope",
        "{\"name\":\"j\"",
        "{\"name\":\"j\"} {}",
        "{\"name\":\"j\",}",
        "{\"name\":\"j\",\"args\":{\"a\":01}}",
        "{\"name\":\"j\",\"args\":NaN}",
        "{\"name\":\"j\",\"args\":}",
        "{'name':'j'}",
        "\uFEFF{\"name\":\"j\"}"
      })
  void bodiesThatAreNotJson(String body) {
    api.post(JOBS, body).refused(400, "malformed_json", "");
  }

  @Test
  void aMalformedBodyIsToldWhere() {
    api.post(JOBS, "{\"name\":\n  nope}").refused(400, "malformed_json", "line 2, column ");
  }

  @Test
  void bytesThatAreNotUtf8() {
    byte[] body = "{\"name\":\"j?\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    body[10] = (byte) 0xC3;
    api.send(api.request(JOBS).POST(BodyPublishers.ofByteArray(body)))
        .refused(400, "malformed_json", "the body is not UTF-8");
    api.get(JOBS + "?topic=%FF").refused(400, "invalid", "topic is not UTF-8");
    api.get(JOBS + "?topic=a%0Ab").refused(400, "invalid", "topic has a control character");
    api.get(JOBS + "?topic=a%00b").refused(400, "invalid", "is malformed");
    api.get(JOBS + "/%00").refused(400, "invalid", "is malformed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                               | the body is not a JSON object
          "name"                           | the body is not a JSON object
          {}                               | name is missing
          {"name":null}                    | name is missing
          {"name":5}                       | name is not a string
          {"name":""}                      | name has 1 to 200 characters
          {"name":"a\\u0000"}              | name has a NUL character
          {"name":"a\\ud800"}              | name has half a surrogate pair
          {"name":"j","nmae":1}            | nmae is not a field here
          {"\\ud800":1}                    | ? is not a field here
          {"name":"j","name":"k"}          | name is given twice
          {"name":"j","id":"1-1-1-1-1"}    | id is not a uuid
          {"name":"j","id":7}              | id is not a string
          {"name":"j","topic":[]}          | topic is not a string
          {"name":"j","topic":""}          | topic has 1 to 200
          {"name":"j","priority":"1"}      | priority is not a whole number
          {"name":"j","priority":1.5}      | priority is not a whole number
          {"name":"j","priority":99999999999} | priority is too large a number
          {"name":"j","priority":1001}     | priority is between -1000 and 1000
          {"name":"j","max_attempts":0}    | max_attempts is between 1 and 1000
          {"name":"j","delay":5}           | delay is not a string
          {"name":"j","delay":"soon"}      | delay is not a duration such as
          {"name":"j","delay":"-1s"}       | delay is not a duration such as
          {"name":"j","delay":"999999999d"} | delay is between 0 and 10 years
          {"name":"j","at":"tomorrow"}     | at is not a time such as
          {"name":"j","at":"+99999-01-01T00:00:00Z"} | at is between 1970 and 2200
          {"name":"j","at":"2100-01-01T00:00:00Z","delay":"1s"} | exclude each other
          {"name":"j","unique_key":""}     | unique_key has 1 to 500
          {"name":"j","limits":"x"}        | limits is not an array
          {"name":"j","limits":["x",1]}    | limits[1] is not a string
          {"name":"j","backoff":1}         | backoff is not a JSON object
          {"name":"j","backoff":{"base":1}} | backoff.base is not a string
          {"name":"j","backoff":{"factor":"2"}} | backoff.factor is not a number
          {"name":"j","backoff":{"factor":0}} | factor is 1 to 100
          {"name":"j","backoff":{"pace":0}} | backoff.pace is not a field here
          {"name":"j","traceparent":{}}    | traceparent is not a string
          """)
  void fieldsThatAreWrong(String body, String message) {
    api.post(JOBS, body).refused(400, "invalid", message);
  }

  @Test
  void aNameWithoutEndIsNotSentBack() {
    Reply reply = api.post(JOBS, "{\"" + "x".repeat(500_000) + "\":1}");
    reply.refused(400, "invalid", "x... is not a field here");
    assertThat(reply.body().length()).isLessThan(500);
  }

  @Test
  void argsBeyondTheLimit() {
    api.post(JOBS, "{\"name\":\"j\",\"args\":\"" + "x".repeat(1 << 20) + "\"}")
        .refused(400, "invalid", "args is larger than the 1048576 bytes allowed");
    api.post(JOBS, "{\"name\":\"j\",\"args\":" + "[".repeat(510) + "]".repeat(510) + "}")
        .refused(400, "invalid", "args is not JSON");
    api.post(JOBS, "{\"name\":\"j\",\"args\":" + "[".repeat(9000) + "]".repeat(9000) + "}")
        .refused(400, "malformed_json", "nesting depth");
  }

  @Test
  void idsThatAreNone() {
    for (String id : List.of("7", "1-1-1-1-1", "zzzzzzzz-0000-0000-0000-000000000000", "%FF")) {
      api.get(JOBS + "/" + id).refused(400, "invalid", "id is not a uuid");
      api.post(JOBS + "/" + id + "/cancel").refused(400, "invalid", "id is not a uuid");
    }
  }

  @Test
  void idsThatNobodyHas() {
    String job = JOBS + "/" + UUID.randomUUID();
    for (String view : List.of("", "/attempts", "/explain", "/wait?timeout=1s")) {
      api.get(job + view).refused(404, "not_found", "there is no job");
    }
    for (String verb : List.of("/cancel", "/retry")) {
      api.post(job + verb).refused(404, "not_found", "there is no job");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /jobs?status=ASLEEP       | status is one of [SCHEDULED, PENDING
          /jobs?limit=many          | limit is not a whole number
          /jobs?limit=0             | limit is between 1 and 500
          /jobs?limit=501           | limit is between 1 and 500
          /jobs?cursor=nonsense     | cursor is not one
          /jobs?topci=x             | topci is not a parameter here
          /jobs?topic=a&topic=b     | topic is given twice
          /jobs?topic=              | topic is empty
          /dead?status=PENDING      | status is not a parameter here
          /counts?topic=x           | topic is not a parameter here
          """)
  void parametersThatAreWrong(String path, String message) {
    api.get("/Pulse/v1" + path).refused(400, "invalid", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"nmae":"x"}                     | nmae is not a field here
          {"name":1}                       | name is not a string
          {"topic":"a\\u0000"}             | topic has a NUL character
          {"since":"yesterday"}            | since is not a time
          {"until":"+999999-01-01T00:00:00Z"} | until is between 1970 and 2200
          """)
  void deadFiltersThatAreWrong(String body, String message) {
    api.post("/Pulse/v1/dead/purge", body).refused(400, "invalid", message);
    api.post("/Pulse/v1/dead/retry", body).refused(400, "invalid", message);
    api.post("/Pulse/v1/dead/purge", "").refused(400, "malformed_json", "the body is empty");
  }

  @Test
  void pathsAndMethodsThatAreNone() {
    api.get("/Pulse/v1/nothing").refused(404, "not_found", "there is nothing at /Pulse/v1/nothing");
    api.get("/").refused(404, "not_found", "there is nothing at /");
    api.get(JOBS + "/").refused(404, "not_found", "there is nothing at");
    Reply reply = api.send(api.request(JOBS).DELETE());
    reply.refused(405, "method_not_allowed", "/Pulse/v1/jobs allows GET, HEAD, POST");
    assertThat(reply.headers().firstValue("allow")).contains("GET, HEAD, POST");
    api.get("/Pulse/v1/dead/purge").refused(405, "method_not_allowed", "allows POST");
  }

  @Test
  void anyContentTypeThatParsesWillDo() {
    api.send(
            api.request(JOBS)
                .header("content-type", "text/plain")
                .POST(BodyPublishers.ofString("name=j")))
        .refused(400, "malformed_json", "");
    Reply reply =
        api.send(
            api.request(JOBS)
                .header("content-type", "text/plain")
                .POST(BodyPublishers.ofString("{\"name\":\"j\"}")));
    assertThat(reply.status()).isEqualTo(201);
    api.execute("TRUNCATE pulse.job, pulse.ready");
  }
}
