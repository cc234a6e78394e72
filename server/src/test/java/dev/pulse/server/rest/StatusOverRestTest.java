package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.server.status.StatusDocuments;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Status documents over REST (H2). */
class StatusOverRestTest {
  private static final String ROOT = RestApi.ROOT + "/status/";
  @RegisterExtension static final Api api = new Api();

  @Test
  void aDocumentIsPutReadListedAndRemoved() {
    String one = ROOT + "plan/build%20the%2Fark.md";
    Reply put = put(one, "{ \"n\": 9007199254740993 }");
    assertThat(put.status()).isEqualTo(200);
    assertThat(put.body()).contains("\"document\":{ \"n\": 9007199254740993 }");
    assertThat(put.text("name")).isEqualTo("build the/ark.md");
    assertThat(put.text("updated_by")).isEqualTo("anonymous");
    assertThat(put(one, "{ \"n\": 9007199254740993 }").body()).isEqualTo(put.body());
    assertThat(api.get(one).body()).isEqualTo(put.body());
    assertThat(put(ROOT + "plan/a", " 17 ").body()).contains("\"document\":17,");

    JsonNode first = api.get(ROOT + "plan?limit=1").json();
    assertThat(first.path("documents").path(0).path("name").asText()).isEqualTo("a");
    JsonNode second =
        api.get(ROOT + "plan?limit=1&cursor=" + first.path("next_cursor").asText()).json();
    assertThat(second.path("documents").path(0)).isEqualTo(put.json());
    assertThat(api.get(ROOT + "agent").json().path("documents")).isEmpty();

    assertThat(remove(one).body()).isEqualTo(put.body());
    api.get(one).refused(404, "not_found", "there is no plan named build the/ark.md");
    remove(one).refused(404, "not_found", "there is no plan");
  }

  @Test
  void whatIsNoDocumentIsRefused() {
    put(ROOT + "plan/x", "{").refused(400, "malformed_json", "not JSON");
    put(ROOT + "plan/x", "").refused(400, "malformed_json", "empty");
    put(ROOT + "plan/x", "1 2").refused(400, "malformed_json", "more follows");
    put(ROOT + "Plan/x", "1").refused(400, "invalid", "kind is");
    put(ROOT + "plan/a%0Ab", "1").refused(400, "invalid", "malformed");
    put(ROOT + "plan/%FF", "1").refused(400, "invalid", "not UTF-8");
    put(ROOT + "plan/x", "\"" + "x".repeat(StatusDocuments.LARGEST) + "\"")
        .refused(413, "too_large", "larger");
    api.get(ROOT + "plan?limit=101").refused(400, "invalid", "limit is between 1 and 100");
    api.get(ROOT + "plan?cursor=x").refused(400, "invalid", "cursor");
    api.get(ROOT + "plan?why=1").refused(400, "invalid", "why is not a parameter here");
    assertThat(api.get(ROOT + "plan").json().path("documents")).isEmpty();
  }

  private static Reply put(String path, String body) {
    return api.send(api.request(path).PUT(BodyPublishers.ofString(body)));
  }

  private static Reply remove(String path) {
    return api.send(api.request(path).DELETE());
  }
}
