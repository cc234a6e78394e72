package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Standing agents over REST: what their keeper shows, and a tick by hand (K8, H2). */
class StandingAgentsOverRestTest {
  private static final String ROOT = RestApi.ROOT + "/standing-agents";
  @RegisterExtension static final Api api = new Api();

  private static void show(String name, String status) {
    api.send(
        api.request(RestApi.ROOT + "/status/standing-agent/" + name)
            .PUT(BodyPublishers.ofString(status)));
  }

  @Test
  void theyAreListedAndFoundAsTheirKeeperShowsThem() {
    show("rest-wren", "{\"running\":true,\"streak\":2}");
    Reply one = api.get(ROOT + "/rest-wren");
    assertThat(one.text("name")).isEqualTo("rest-wren");
    assertThat(one.json().path("status").path("streak").asInt()).isEqualTo(2);
    assertThat(api.get(ROOT).json().path("standing_agents")).contains(one.json());
    api.get(ROOT + "/dodo").refused(404, "not_found", "no standing-agent named dodo");
    api.get(ROOT + "?all=1").refused(400, "invalid", "all is not a parameter here");
  }

  @Test
  void aTickIsAJobOfTheKeepers() {
    show("rest-moss", "{}");
    Reply ticked = api.post(ROOT + "/rest-moss/tick");
    assertThat(ticked.status()).isEqualTo(201);
    Reply job = api.get(Api.JOBS + "/" + ticked.text("id"));
    assertThat(job.text("name")).isEqualTo("agent.tick");
    assertThat(job.text("topic")).isEqualTo("keeper");
    assertThat(job.json().path("args").path("agent").asText()).isEqualTo("rest-moss");
    assertThat(job.json().path("max_attempts").asInt()).isEqualTo(1);
    api.post(ROOT + "/dodo/tick").refused(404, "not_found", "no standing-agent named dodo");
    api.post(ROOT + "/rest-moss/tick", "{\"hard\":true}").refused(400, "invalid", "hard");
  }
}
