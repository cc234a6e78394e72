package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One-off runs of agents over REST (A2, H2). */
class AgentsOverRestTest {
  private static final String AGENTS = RestApi.ROOT + "/agents";

  @RegisterExtension static final Api api = new Api();

  @Test
  void aRunIsAJobForARunner() {
    Reply reply =
        api.post(
            AGENTS + "/coder/run",
            """
            {"prompt":"do \\u00e9 it","workdir":"/w","env":{"A":"b"},"session":null,"max_attempts":2}
            """);
    assertThat(reply.status()).isEqualTo(201);
    Reply job = api.get(RestApi.ROOT + "/jobs/" + reply.text("id"));
    assertThat(job.text("name")).isEqualTo("agent");
    assertThat(job.text("topic")).isEqualTo("agents");
    assertThat(job.json().path("max_attempts").asInt()).isEqualTo(2);
    assertThat(job.body())
        .contains(
            """
            "args":{"agent":"coder","prompt":"do \\u00e9 it","workdir":"/w","env":{"A":"b"}}""");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    String run = AGENTS + "/coder/run";
    api.post(run, "{}").refused(400, "invalid", "prompt is missing");
    api.post(run, "{\"prompt\":null}").refused(400, "invalid", "prompt is missing");
    api.post(run, "{\"prompt\":1}").refused(400, "invalid", "prompt is not a string");
    api.post(run, "{\"prompt\":\"x\",\"env\":{\"A\":1}}").refused(400, "invalid", "env.A");
    api.post(run, "{\"prompt\":\"x\",\"agent\":\"y\"}").refused(400, "invalid", "agent");
    api.post(run, "{\"prompt\":\"x\",\"max_attempts\":0}").refused(400, "invalid", "attempts");
    api.post(AGENTS + "/HUMAN/run", "{\"prompt\":\"x\"}").refused(400, "invalid", "name");
  }

  @Test
  void whatRunnersHaveToldIsShownAndKnown() {
    assertThat(api.get(AGENTS).body()).isEqualTo("{\"agents\":[]}");
    put("coder", "{\"program\":\"claude\",\"limits\":[\"team\",\"night\"]}");
    put("shell", "{\"program\":\"sh\"}");
    assertThat(api.get(AGENTS).body())
        .contains(
            """
            {"agents":[{"name":"coder","document":{"program":"claude","limits":["team","night"]},""");
    api.post(AGENTS + "/nobody/run", "{\"prompt\":\"x\"}")
        .refused(404, "not_found", "there is no agent nobody; there are coder, shell");
    Reply run = api.post(AGENTS + "/coder/run", "{\"prompt\":\"x\"}");
    Reply job = api.get(RestApi.ROOT + "/jobs/" + run.text("id"));
    assertThat(job.json().path("limits").toString())
        .as("its own, and the one of all agents (G1)")
        .isEqualTo("[\"night\",\"scheduler.max_agents\",\"team\"]");
  }

  private static void put(String agent, String document) {
    String path = RestApi.ROOT + "/status/agent/" + agent;
    Reply reply = api.send(api.request(path).PUT(BodyPublishers.ofString(document)));
    assertThat(reply.status()).isEqualTo(200);
  }
}
