package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks, slings and the scheduler by curl; every answer is held against the document (H2, H4). */
class TasksOverRestTest {
  private static final String ROOT = "/Pulse/v1";

  @RegisterExtension static final Api api = new Api();

  @BeforeEach
  void project() {
    put("/status/agent/coder", "{\"limits\": [\"claude\"]}");
    Reply made =
        api.post(
            ROOT + "/projects",
            "{\"name\":\"gastown\",\"prefix\":\"gt\",\"repository\":\"/r\",\"agent\":\"coder\"}");
    assertThat(made.status()).isEqualTo(201);
  }

  @Test
  void aTaskFromItsMakingToItsDispatch() {
    assertThat(task("gt-a", "[]").status()).isEqualTo(201);
    assertThat(task("gt-b", "[\"gt-a\"]").json().at("/blocked_by/0").asText()).isEqualTo("gt-a");
    assertThat(put("/tasks/gt-a/dependencies/gt-b", "").status()).as("a circle").isEqualTo(409);
    assertThat(api.get(ROOT + "/tasks?ready=true").json().path("tasks")).hasSize(1);
    Reply slung = api.post(ROOT + "/slings", "{\"targets\":[\"gt-b\",\"gt-a\",\"gt-none\"]}");
    assertThat(slung.json().findValuesAsText("result"))
        .containsExactly("blocked", "dispatched", "refused");
    assertThat(api.get(ROOT + "/tasks/gt-a").text("status")).isEqualTo("in_progress");
    assertThat(api.get(ROOT + "/tasks/gt-b/explain").json().at("/reasons/0/code").asText())
        .isEqualTo("dependency");
    assertThat(api.get(ROOT + "/slings").json().path("slings")).hasSize(1);
    assertThat(api.get(ROOT + "/slings?all=true").json().path("slings")).hasSize(2);
    assertThat(api.post(ROOT + "/slings", "{\"targets\":[\"gt-a\"]}").status()).isEqualTo(409);
    assertThat(api.get(ROOT + "/convoys").json().path("convoys")).hasSize(1);
    String convoy = api.get(ROOT + "/convoys").json().at("/convoys/0/id").asText();
    assertThat(api.get(ROOT + "/convoys/" + convoy).json().path("members")).hasSize(2);
    assertThat(api.post(ROOT + "/tasks/gt-a/close", "{\"reason\":\"by hand\"}").text("status"))
        .isEqualTo("closed");
    assertThat(api.post(ROOT + "/scheduler/run").json().at("/steps/0/task").asText())
        .isEqualTo("gt-b");
  }

  @Test
  void theSchedulerIsSetPausedAndCleared() {
    assertThat(put("/config/scheduler.max_agents", "{\"value\": 2}").text("value")).isEqualTo("2");
    assertThat(put("/config/scheduler.nothing", "{\"value\": 2}").status()).isEqualTo(404);
    assertThat(put("/config/scheduler.batch_size", "{\"value\": \"many\"}").status())
        .isEqualTo(400);
    task("gt-a", "[]");
    api.post(ROOT + "/slings", "{\"targets\":[\"gt-a\"]}");
    assertThat(api.post(ROOT + "/scheduler/run?dry_run=true").text("reason"))
        .isEqualTo("no_runner");
    Reply paused = api.post(ROOT + "/scheduler/pause", "{\"reason\":\"lunch\"}");
    assertThat(paused.json().at("/paused/reason").asText()).isEqualTo("lunch");
    assertThat(api.post(ROOT + "/scheduler/run").text("reason")).isEqualTo("paused");
    assertThat(api.get(ROOT + "/scheduler").json().at("/last_cycle/reason").asText())
        .isEqualTo("paused");
    assertThat(api.post(ROOT + "/scheduler/resume").json().path("paused").isNull()).isTrue();
    assertThat(api.post(ROOT + "/scheduler/clear").json().path("cleared").asInt()).isEqualTo(1);
    assertThat(api.get(ROOT + "/config").json().path("settings")).hasSize(4);
  }

  @Test
  void badInputIsNamedAndChangesNothing() {
    String[][] wrong = {
      {"{\"title\": \"x\"}", "project"},
      {"{\"project\": \"gastown\"}", "title"},
      {"{\"project\": \"gastown\", \"title\": \"x\", \"type\": \"bug\"}", "type"},
      {"{\"project\": \"gastown\", \"title\": \"x\", \"colour\": \"red\"}", "colour"},
      {"{\"project\": \"gastown\", \"title\": \"x\", \"labels\": \"red\"}", "labels"},
      {"{\"id\": \"nohyphen\", \"title\": \"x\"}", "nohyphen"},
    };
    for (String[] each : wrong) {
      Reply reply = api.post(ROOT + "/tasks", each[0]);
      assertThat(reply.status()).as(each[0]).isEqualTo(400);
      assertThat(reply.json().at("/error/message").asText()).as(each[0]).contains(each[1]);
    }
    assertThat(api.post(ROOT + "/tasks/import", "{\"id\":\"gt-1\"}\n{").status()).isEqualTo(400);
    assertThat(api.number("SELECT count(*) FROM pulse.task")).isZero();
    Reply taken = api.post(ROOT + "/tasks/import", "{\"id\":\"gt-1\",\"title\":\"one\"}\n");
    assertThat(taken.json().path("added").asInt()).isEqualTo(1);
    assertThat(api.get(ROOT + "/tasks/export").json().path("lines")).hasSize(1);
    assertThat(delete("/projects/gastown").status()).as("it has a task").isEqualTo(409);
  }

  private static Reply task(String id, String dependsOn) {
    return api.post(
        ROOT + "/tasks",
        "{\"id\":\"%s\",\"title\":\"Do it\",\"depends_on\":%s}".formatted(id, dependsOn));
  }

  private static Reply put(String path, String body) {
    return api.send(api.request(ROOT + path).PUT(BodyPublishers.ofString(body)));
  }

  private static Reply delete(String path) {
    return api.send(api.request(ROOT + path).DELETE());
  }
}
