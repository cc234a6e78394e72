package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits by curl (D2, H2, H4). */
class LimitsOverRestTest {
  private static final String CLAUDE = "/Pulse/v1/limits/claude";

  @RegisterExtension static final Api api = new Api();

  @BeforeEach
  void clear() {
    api.execute("TRUNCATE pulse.limit_rule, pulse.limit_use");
  }

  @Test
  void putReplacesPatchChangesAndNullLifts() {
    Reply made = put(CLAUDE, "{\"max_running\": 3, \"rate\": {\"starts\": 10, \"per\": \"1m\"}}");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.json().path("max_running").asInt()).isEqualTo(3);
    assertThat(made.json().at("/rate/per").asText()).isEqualTo("1m");
    assertThat(made.text("updated_by")).isEqualTo("anonymous");

    Reply paused =
        patch(CLAUDE, "{\"paused_until\": \"2199-01-01T00:00:00Z\", \"pause_reason\": \"quota\"}");
    assertThat(paused.text("pause_reason")).isEqualTo("quota");
    assertThat(paused.json().path("max_running").asInt()).as("left alone").isEqualTo(3);

    Reply lifted = patch(CLAUDE, "{\"paused_until\": null, \"rate\": null}");
    assertThat(lifted.json().path("paused_until").isNull()).isTrue();
    assertThat(lifted.json().path("rate").isNull()).isTrue();

    Reply replaced = put(CLAUDE, "{}");
    assertThat(replaced.json().path("max_running").isNull()).isTrue();
    assertThat(api.get(CLAUDE).json()).isEqualTo(replaced.json());
  }

  @Test
  void listsPageByNameAndDeleteAnswersWhatWasThere() {
    for (String name : new String[] {"b", "a", "c"}) {
      put("/Pulse/v1/limits/" + name, "{\"max_running\": 1}");
    }
    Reply first = api.get("/Pulse/v1/limits?limit=2");
    assertThat(first.json().path("limits")).hasSize(2);
    Reply rest = api.get("/Pulse/v1/limits?limit=2&cursor=" + first.text("next_cursor"));
    assertThat(rest.json().at("/limits/0/name").asText()).isEqualTo("c");
    assertThat(rest.json().path("next_cursor").isNull()).isTrue();
    assertThat(delete("/Pulse/v1/limits/b").text("name")).isEqualTo("b");
    assertThat(api.get("/Pulse/v1/limits/b").status()).isEqualTo(404);
    assertThat(delete("/Pulse/v1/limits/b").status()).isEqualTo(404);
  }

  @Test
  void badInputIsNamedAndChangesNothing() {
    String[][] wrong = {
      {"{\"max_running\": -1}", "max_running"},
      {"{\"max_running\": \"3\"}", "max_running"},
      {"{\"rate\": {\"starts\": 0, \"per\": \"1m\"}}", "rate"},
      {"{\"rate\": {\"starts\": 1}}", "rate"},
      {"{\"rate\": {\"starts\": 1, \"per\": \"soon\"}}", "rate.per"},
      {"{\"rate\": {\"starts\": 1, \"per\": \"1ms\"}}", "rate"},
      {"{\"paused_until\": \"tomorrow\"}", "paused_until"},
      {"{\"pause_reason\": \"x\"}", "pause_reason"},
      {"{\"most\": 1}", "most"},
      {"[]", "the body"}
    };
    for (String[] each : wrong) {
      Reply reply = put(CLAUDE, each[0]);
      assertThat(reply.status()).as(each[0]).isEqualTo(400);
      assertThat(reply.json().at("/error/message").asText()).as(each[0]).contains(each[1]);
    }
    assertThat(api.get(CLAUDE).status()).isEqualTo(404);
  }

  private static Reply put(String path, String body) {
    return api.send(api.request(path).PUT(BodyPublishers.ofString(body)));
  }

  private static Reply patch(String path, String body) {
    return api.send(api.request(path).method("PATCH", BodyPublishers.ofString(body)));
  }

  private static Reply delete(String path) {
    return api.send(api.request(path).DELETE());
  }
}
