package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Outcome;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs and signals by HTTP alone, as {@code curl} would do it (N1 to N11). */
class RunsOverRestTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String RUNS = "/Pulse/v1/runs";
  private static final String THREE =
      """
      {"name":"release","chain":true,"nodes":[
        {"id":"build","job":{"name":"build","args":{"n":9007199254740993}}},
        {"id":"gate","wait":{"signal":"approve","expires_in":"3d","question":"Ship it?"}},
        {"id":"ship","job":{"name":"ship"}}]}
      """;

  @RegisterExtension static final Api api = new Api();

  @Test
  void aRunIsStartedSuspendedDeliveredAndCompleted() {
    Reply started = api.post(RUNS, THREE);
    assertThat(started.status()).isEqualTo(201);
    String one = RUNS + "/" + started.text("id");
    api.report(api.claim("default"), new Outcome.Succeeded("1"));

    JsonNode waiting = api.get(one).json();
    assertThat(waiting.path("status").asText()).isEqualTo("waiting");
    JsonNode suspended = lastEvent(one);
    assertThat(suspended.path("type").asText()).isEqualTo("run.suspended");
    String waitId = waiting.path("nodes").path(1).path("wait_id").asText();
    assertThat(suspended.path("wait_id").asText()).isEqualTo(waitId);
    assertThat(api.get(one + "/explain").body()).contains("waiting_for_signal", "dependency");
    JsonNode inbox = api.get("/Pulse/v1/waits?status=pending").json().path("waits");
    assertThat(inbox.path(0).path("wait_id").asText()).isEqualTo(waitId);
    assertThat(inbox.path(0).path("question").asText()).isEqualTo("Ship it?");

    String payload = "{\"n\":9007199254740993}";
    Reply delivered =
        api.post(one + "/signal", "{\"signal_name\":\"approve\",\"payload\":" + payload + "}");
    assertThat(delivered.status()).isEqualTo(200);
    assertThat(delivered.body()).contains("\"payload\":" + payload);
    assertThat(delivered.text("wait_id")).isEqualTo(waitId);
    Assignment ship = api.claim("default");
    assertThat(ship.context()).contains("\"gate\" : \"{\\\"n\\\":9007199254740993}\"");
    api.report(ship, new Outcome.Succeeded(null));
    Reply completed = api.get(one);
    assertThat(completed.text("status")).isEqualTo("completed");
    assertThat(completed.body())
        .as("unaltered in the run's detail")
        .contains("\"delivered_by\":\"anonymous\",\"via\":\"api\"", "\"payload\":" + payload);

    Reply again = api.post(one + "/signal", "{\"signal_name\":\"approve\"}");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).as("to the byte").isEqualTo(delivered.body());
  }

  private static JsonNode lastEvent(String run) {
    JsonNode events = api.get(run + "/events").json().path("events");
    return events.path(events.size() - 1);
  }

  @Test
  void everyRefusalHasItsCode() {
    String one = RUNS + "/" + api.post(RUNS, THREE).text("id");
    String approve = "{\"signal_name\":\"approve\"}";
    api.post(one + "/signal", "{\"signal_name\":\"nobody\"}")
        .refused(409, "signal_not_awaited", "nobody waits for signal nobody");
    api.post(RUNS + "/" + UUID.randomUUID() + "/signal", approve)
        .refused(404, "run_not_found", "there is no run");
    api.get(RUNS + "/" + UUID.randomUUID()).refused(404, "run_not_found", "there is no run");
    api.post(RUNS + "/x/signal", approve).refused(400, "invalid", "is not a uuid");
    api.post(one + "/signal", "{\"signal_name\":").refused(400, "malformed_json", "not JSON");
    api.post(one + "/signal", "{}").refused(400, "invalid", "signal_name is missing");
    api.post(one + "/signal", "{\"signal_name\":7}").refused(400, "invalid", "is not a string");
    api.post(one + "/signal", "{\"signal_name\":\"a\",\"x\":1}")
        .refused(400, "invalid", "x is not a field here");
    api.post(one + "/signal", "{\"signal_name\":\"a\",\"wait_id\":\"z\"}")
        .refused(400, "invalid", "is not a uuid");
    assertThat(api.post(one + "/cancel").text("status")).isEqualTo("canceled");
    api.post(one + "/signal", approve).refused(409, "run_closed", "is canceled");
    api.post(one + "/cancel").refused(409, "illegal_transition", "cannot be canceled");
    assertThat(api.post(one + "/retry").text("status")).isEqualTo("running");

    String quick =
        "{\"nodes\":[{\"id\":\"g\",\"wait\":{\"signal\":\"s\",\"expires_in\":\"1ms\"}}]}";
    String expired = RUNS + "/" + api.post(RUNS, quick).text("id");
    await()
        .atMost(SOON)
        .until(() -> api.post(expired + "/signal", "{\"signal_name\":\"s\"}").status() == 410);
    api.post(expired + "/signal", "{\"signal_name\":\"s\"}")
        .refused(410, "signal_expired", "retry the run");
    assertThat(api.get(expired).text("status")).isEqualTo("failed");
  }

  @Test
  void whatIsNoRunIsRefused() {
    bad("{\"nodes\":[]}", "1 to 1000 nodes");
    bad("{\"nodes\":[{\"job\":{\"name\":\"a\"}}]}", "nodes[0].id is missing");
    bad("{\"nodes\":[{\"id\":\"a\"}]}", "neither a job nor a wait");
    bad("{\"nodes\":[{\"id\":\"a\",\"wait\":{}}]}", "nodes[0].wait.signal is missing");
    bad(
        "{\"nodes\":[{\"id\":\"a\",\"job\":{\"name\":\"x\"},\"wait\":{\"signal\":\"s\"}}]}",
        "both a job and a wait");
    bad("{\"nodes\":[{\"id\":\"a\",\"job\":{\"name\":\"x\"},\"after\":[\"b\"]}]}", "no node here");
    bad(
        "{\"nodes\":[{\"id\":\"a\",\"job\":{\"name\":\"x\",\"unique_key\":\"k\"}}]}",
        "no id and no unique_key");
    bad("{\"nodes\":1}", "nodes is not an array");
    bad("{\"chain\":1}", "chain is not true or false");
    bad("{\"why\":1}", "why is not a field here");
    bad("{\"nodes\":[{\"id\":\"a\",\"job\":{\"name\":\"\"}}]}", "1 to 200 characters");
    api.get(RUNS + "?status=odd").refused(400, "invalid", "status is one of");
    assertThat(api.number("SELECT count(*) FROM pulse.run")).isZero();
  }

  private static void bad(String body, String message) {
    api.post(RUNS, body).refused(400, "invalid", message);
  }

  @Test
  void anExplicitNullIsAPayloadAndNothingIsNone() {
    String wait = "{\"nodes\":[{\"id\":\"g\",\"wait\":{\"signal\":\"s\"}}]}";
    String given = RUNS + "/" + api.post(RUNS, wait).text("id");
    String none = RUNS + "/" + api.post(RUNS, wait).text("id");
    api.post(given + "/signal", "{\"signal_name\":\"s\",\"payload\":null}");
    api.post(none + "/signal", "{\"signal_name\":\"s\"}");
    JsonNode with = api.get(given).json().path("waits").path(0).path("delivery");
    JsonNode without = api.get(none).json().path("waits").path(0).path("delivery");
    assertThat(with.has("payload")).isTrue();
    assertThat(with.path("payload").isNull()).isTrue();
    assertThat(without.has("payload")).isFalse();
  }

  /** All the same, and each its own: everybody is answered, and nothing is delivered twice. */
  @Test
  void sixtyFourThreadsDeliverOneSignalAndSixtyFourSignals() throws Exception {
    String nodes =
        IntStream.range(0, 65)
            .mapToObj("{\"id\":\"n%1$d\",\"wait\":{\"signal\":\"s%1$d\"}}"::formatted)
            .collect(Collectors.joining(","));
    String one = RUNS + "/" + api.post(RUNS, "{\"nodes\":[" + nodes + "]}").text("id");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Stream<Callable<Reply>> same =
          IntStream.range(0, 64).mapToObj(i -> () -> signal(one, "s64", "{\"from\":" + i + "}"));
      Stream<Callable<Reply>> each =
          IntStream.range(0, 64).mapToObj(i -> () -> signal(one, "s" + i, "" + i));
      var replies = new ArrayList<Reply>();
      for (var future : threads.invokeAll(Stream.concat(same, each).toList())) {
        replies.add(future.get());
      }
      assertThat(replies).allMatch(reply -> reply.status() == 200);
      assertThat(new HashSet<>(replies.subList(0, 64).stream().map(Reply::body).toList()))
          .as("the same answer for the same signal")
          .hasSize(1);
      for (int i = 0; i < 64; i++) {
        assertThat(replies.get(64 + i).body()).contains("\"payload\":" + i + ",");
      }
    }
    assertThat(api.get(one).text("status")).isEqualTo("completed");
    assertThat(api.number("SELECT count(*) FROM pulse.run_event WHERE type = 'signal.delivered'"))
        .isEqualTo(65);
  }

  private static Reply signal(String run, String name, String payload) {
    return api.post(
        run + "/signal", "{\"signal_name\":\"%s\",\"payload\":%s}".formatted(name, payload));
  }

  @Test
  void eventsComeAsTheyHappenAndNothingBeforeTheSubscriptionIsLost() throws Exception {
    String one = RUNS + "/" + api.post(RUNS, THREE).text("id");
    var heard = new ConcurrentLinkedQueue<String>();
    try (HttpClient client = HttpClient.newHttpClient();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var stream = open(client, one, null);
      assertThat(stream.headers().firstValue("content-type").orElse("")).contains("event-stream");
      var reading = threads.submit(() -> read(stream, heard));
      await().atMost(SOON).until(() -> heard.contains("event: node.ready"));
      api.report(api.claim("default"), new Outcome.Succeeded("1"));
      await().atMost(SOON).until(() -> heard.contains("event: run.suspended"));
      api.post(one + "/signal", "{\"signal_name\":\"approve\"}");
      api.report(api.claim("default"), new Outcome.Succeeded("1"));
      reading.get();
      assertThat(heard).contains("event: run.started", "event: run.completed", "id: 1");
      List<String> ids = heard.stream().filter(line -> line.startsWith("id: ")).toList();
      assertThat(ids)
          .isEqualTo(IntStream.rangeClosed(1, ids.size()).mapToObj(i -> "id: " + i).toList());

      var rest = new ConcurrentLinkedQueue<String>();
      read(open(client, one, String.valueOf(ids.size() - 1)), rest);
      assertThat(rest.stream().filter(line -> line.startsWith("id: ")))
          .containsExactly("id: " + ids.size());
      assertThat(open(client, one, String.valueOf(ids.size())).statusCode()).isEqualTo(204);
    }
  }

  private static HttpResponse<java.io.InputStream> open(
      HttpClient client, String run, String lastEvent) throws Exception {
    var request = api.request(run + "/events").header("Accept", "text/event-stream");
    if (lastEvent != null) {
      request.header("Last-Event-ID", lastEvent);
    }
    return client.send(request.build(), BodyHandlers.ofInputStream());
  }

  private static Void read(
      HttpResponse<java.io.InputStream> stream, ConcurrentLinkedQueue<String> heard)
      throws Exception {
    try (var lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heard.add(line);
      }
    }
    return null;
  }

  @Test
  void aLinkShowsAPageDeliversOnceAndDiesWithItsWait() throws Exception {
    String nasty = "<script>alert(1)</script>";
    String one =
        RUNS
            + "/"
            + api.post(
                    RUNS,
                    """
                    {"name":"<b>&x","nodes":[{"id":"g","wait":{"signal":"s","question":"%s"}}]}
                    """
                        .formatted(nasty))
                .text("id");
    String link = api.get(one).json().path("waits").path(0).path("link").asText();
    try (HttpClient client = HttpClient.newHttpClient()) {
      var page = page(client, link + "?payload=%7B%22ok%22%3Atrue%7D", null);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body())
          .contains("&lt;script&gt;", "&lt;b&gt;&amp;x", "{&quot;ok&quot;:true}")
          .doesNotContain(nasty);
      assertThat(page.headers().firstValue("content-security-policy").orElse(""))
          .contains("default-src 'none'");
      assertThat(api.get(one).text("status")).as("looking changes nothing").isEqualTo("waiting");
      assertThat(page(client, link, "payload=%7Bno").statusCode()).isEqualTo(400);
      assertThat(page(client, link, "payload=%7B%22ok%22%3Atrue%7D").statusCode()).isEqualTo(200);
      JsonNode receipt = api.get(one).json().path("waits").path(0).path("delivery");
      assertThat(receipt.path("via").asText()).isEqualTo("link");
      assertThat(receipt.path("payload").path("ok").asBoolean()).isTrue();
      assertThat(page(client, link, "payload=1").statusCode()).isEqualTo(410);
      assertThat(page(client, link, null).body()).contains("This was answered");
      assertThat(page(client, link.replaceFirst(".$", "_"), null).statusCode()).isIn(404, 410);
      assertThat(page(client, RUNS.replace("runs", "links") + "/AAAA", null).statusCode())
          .isEqualTo(404);
    }
  }

  private static HttpResponse<String> page(HttpClient client, String path, String form)
      throws Exception {
    var request = api.request(path);
    if (form != null) {
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(BodyPublishers.ofString(form));
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void runsAreListed() {
    api.post(RUNS, THREE);
    api.post(RUNS, "{\"nodes\":[{\"id\":\"g\",\"wait\":{\"signal\":\"s\"}}]}");
    assertThat(api.get(RUNS).json().path("runs")).hasSize(2);
    assertThat(api.get(RUNS + "?status=waiting").json().path("runs")).hasSize(1);
    assertThat(api.get(RUNS + "?name=release").json().path("runs")).hasSize(1);
    assertThat(api.get(RUNS + "?limit=1").text("next_cursor")).isNotEmpty();
  }
}
