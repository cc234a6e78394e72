package dev.pulse.server.rest;

import static dev.pulse.server.rest.Api.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.server.job.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every route does what the kernel does, and says it in JSON (H2). */
class JobsOverRestTest {
  @RegisterExtension static final Api api = new Api();

  @Test
  void aListPagesToItsEnd() {
    for (int number = 0; number < 5; number++) {
      api.submit("{\"name\":\"j%d\",\"topic\":\"t\"}".formatted(number));
    }
    api.submit("{\"name\":\"elsewhere\"}");
    var names = new ArrayList<String>();
    String cursor = "";
    do {
      Reply page = api.get(JOBS + "?topic=t&limit=2" + cursor);
      page.json().path("jobs").forEach(job -> names.add(job.path("name").asText()));
      JsonNode next = page.json().path("next_cursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asText();
    } while (!cursor.isEmpty());
    assertThat(names).containsExactly("j4", "j3", "j2", "j1", "j0");
  }

  @Test
  void aListCanBeFiltered() {
    api.submit("{\"name\":\"a\"}");
    api.submit("{\"name\":\"b\",\"delay\":\"1h\"}");
    assertThat(names("?name=a")).containsExactly("a");
    assertThat(names("?status=SCHEDULED")).containsExactly("b");
    assertThat(names("?status=pending")).containsExactly("a");
    assertThat(names("?status=COMPLETED")).isEmpty();
    assertThat(names("?topic=s%20pace%2Fslash")).isEmpty();
  }

  private static List<String> names(String query) {
    var names = new ArrayList<String>();
    api.get(JOBS + query).json().path("jobs").forEach(job -> names.add(job.path("name").asText()));
    return names;
  }

  @Test
  void aRunningJobTellsWhoHasIt() {
    UUID id = api.submit("{\"name\":\"j\"}");
    assertThat(reason(id)).isEqualTo("no_worker");
    api.claim("default");
    Reply job = api.get(JOBS + "/" + id);
    assertThat(job.text("status")).isEqualTo("RUNNING");
    assertThat(job.text("locked_by")).isEqualTo("w1");
    assertThat(reason(id)).isEqualTo("running");
    JsonNode attempt = api.get(JOBS + "/" + id + "/attempts").json().path("attempts").get(0);
    assertThat(attempt.path("worker").asText()).isEqualTo("w1");
    assertThat(attempt.path("outcome").isNull()).isTrue();
  }

  private static String reason(UUID id) {
    return api.get(JOBS + "/" + id + "/explain")
        .json()
        .path("reasons")
        .get(0)
        .path("code")
        .asText();
  }

  @Test
  void historyKeepsWhatCameTooLate() {
    UUID id = api.submit("{\"name\":\"j\"}");
    var zombie = api.claim("default");
    api.execute("UPDATE pulse.worker SET lease_until = now() - interval '1 hour'");
    api.jobs().reap();
    api.report(zombie, new Outcome.Succeeded("{ \"late\" : 1.0 }"));
    Reply reply = api.get(JOBS + "/" + id + "/attempts");
    JsonNode attempt = reply.json().path("attempts").get(0);
    assertThat(attempt.path("outcome").asText()).isEqualTo("LOST");
    assertThat(attempt.path("late").path("outcome").asText()).isEqualTo("SUCCEEDED");
    assertThat(reply.body()).contains("\"result\":{ \"late\" : 1.0 }");
  }

  @Test
  void cancelAndRetry() {
    UUID id = api.submit("{\"name\":\"j\"}");
    assertThat(api.post(JOBS + "/" + id + "/cancel").text("status")).isEqualTo("CANCELED");
    api.post(JOBS + "/" + id + "/cancel").refused(409, "illegal_transition", "cannot be canceled");
    assertThat(api.post(JOBS + "/" + id + "/retry", "{}").text("status")).isEqualTo("PENDING");
    api.post(JOBS + "/" + id + "/retry").refused(409, "illegal_transition", "cannot be retried");
    api.post(JOBS + "/" + id + "/cancel", "{\"why\":1}")
        .refused(400, "invalid", "why is not a field here");
  }

  @Test
  void aKeyThatAnotherJobHoldsIsAConflict() {
    UUID first = api.submit("{\"name\":\"j\",\"unique_key\":\"k\"}");
    api.post(JOBS + "/" + first + "/cancel");
    api.submit("{\"name\":\"j\",\"unique_key\":\"k\"}");
    api.post(JOBS + "/" + first + "/retry").refused(409, "key_held", "holds its key k");
  }

  @Test
  void waitAnswersWhenTheJobEnds() {
    UUID id = api.submit("{\"name\":\"j\"}");
    var waiting = CompletableFuture.supplyAsync(() -> api.get(JOBS + "/" + id + "/wait"));
    api.report(api.claim("default"), new Outcome.Succeeded("42"));
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              api.poll();
              return waiting.isDone();
            });
    assertThat(waiting.join().text("status")).isEqualTo("COMPLETED");
    assertThat(waiting.join().json().path("result").asInt()).isEqualTo(42);
  }

  @Test
  void waitAnswersAsItIsWhenTheTimeIsOver() {
    UUID id = api.submit("{\"name\":\"j\"}");
    assertThat(api.get(JOBS + "/" + id + "/wait?timeout=50ms").text("status")).isEqualTo("PENDING");
    assertThat(api.get(JOBS + "/" + id + "/wait?timeout=0s").text("status")).isEqualTo("PENDING");
    api.get(JOBS + "/" + id + "/wait?timeout=ever").refused(400, "invalid", "timeout is not");
  }

  @Test
  void counts() {
    api.submit("{\"name\":\"j\",\"topic\":\"t\"}");
    api.submit("{\"name\":\"j\",\"topic\":\"t\"}");
    api.dead("d", "u");
    JsonNode counts = api.get("/Pulse/v1/counts").json().path("counts");
    assertThat(counts)
        .extracting(JsonNode::toString)
        .containsExactlyInAnyOrder(
            "{\"topic\":\"t\",\"status\":\"PENDING\",\"count\":2,\"at_least\":false}",
            "{\"topic\":\"u\",\"status\":\"DEAD_LETTERED\",\"count\":1,\"at_least\":false}");
  }

  @Test
  void deadLettersAreListedRetriedAndPurged() {
    UUID a = api.dead("a", "t");
    UUID b = api.dead("b", "t");
    api.dead("c", "u");
    assertThat(api.get("/Pulse/v1/dead?topic=t&limit=1").json().path("jobs").get(0).path("id"))
        .hasToString("\"" + b + "\"");
    assertThat(api.get("/Pulse/v1/dead").json().path("jobs").get(0).path("last_error").asText())
        .isEqualTo("boom");

    assertThat(api.post("/Pulse/v1/dead/retry", "{\"name\":\"a\",\"topic\":null}").body())
        .isEqualTo("{\"jobs\":1,\"skipped\":0}");
    assertThat(api.get(JOBS + "/" + a).text("status")).isEqualTo("PENDING");
    assertThat(
            api.post(
                    "/Pulse/v1/dead/purge",
                    "{\"since\":\"2100-01-01T00:00:00Z\",\"until\":\"2101-01-01T00:00:00Z\"}")
                .body())
        .isEqualTo("{\"jobs\":0,\"skipped\":0}");
    assertThat(api.post("/Pulse/v1/dead/purge", "{\"topic\":\"u\"}").body())
        .isEqualTo("{\"jobs\":1,\"skipped\":0}");
    assertThat(api.post("/Pulse/v1/dead/purge", "{}").body())
        .isEqualTo("{\"jobs\":1,\"skipped\":0}");
    api.get(JOBS + "/" + b).refused(404, "not_found", "there is no job");
  }
}
