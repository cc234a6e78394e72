package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.PulseDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pause and resume over REST (D1). */
class DispatchOverRestTest {
  private static final String DISPATCH = RestApi.ROOT + "/dispatch";

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();
  private ApiServer server;

  @BeforeEach
  void start() {
    server = new ApiServer(pulse.database());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aPauseIsKeptWithItsReasonAndActorUntilItIsResumed() {
    assertThat(server.get(DISPATCH).body())
        .isEqualTo("{\"paused\":false,\"pauses\":[],\"aging\":[]}");
    server.post(DISPATCH + "/pause", "{\"topic\":\"mail\",\"reason\":\"deploy\"}");
    Reply all = server.post(DISPATCH + "/pause", "{}");
    assertThat(all.body())
        .contains("\"paused\":true")
        .contains("\"topic\":\"mail\",\"reason\":\"deploy\",\"actor\":\"anonymous\"")
        .contains("\"topic\":null,\"reason\":\"no reason given\"");
    try (var restarted = new ApiServer(pulse.database())) {
      assertThat(restarted.get(DISPATCH).body()).isEqualTo(all.body());
    }
    server.post(DISPATCH + "/resume", "{}");
    assertThat(server.get(DISPATCH).body()).contains("\"paused\":false", "mail");
    server.post(DISPATCH + "/resume", "{\"topic\":\"mail\"}");
    assertThat(server.post(DISPATCH + "/resume", "{\"topic\":\"mail\"}").body())
        .as("to resume what runs changes nothing")
        .isEqualTo("{\"paused\":false,\"pauses\":[],\"aging\":[]}");
  }

  @Test
  void aPauseThatMakesNoSenseIsRefused() {
    server.post(DISPATCH + "/pause", "{\"topic\":\"\"}").refused(400, "invalid", "topic is empty");
    server.post(DISPATCH + "/pause", "{\"topik\":\"x\"}").refused(400, "invalid", "topik");
    server.post(DISPATCH + "/resume", "{\"reason\":\"x\"}").refused(400, "invalid", "reason");
    server.post(DISPATCH + "/pause", "").refused(400, "malformed_json", "the body is empty");
    assertThat(server.get(DISPATCH).body()).contains("\"pauses\":[]");
  }

  @Test
  void agingIsSetByTopicAndSwitchedOff() {
    Reply set = server.post(DISPATCH + "/aging", "{\"topic\":\"mail\",\"aging\":\"5m\"}");
    assertThat(set.body()).contains("\"aging\":[{\"topic\":\"mail\",\"aging\":\"5m\"}]");
    server.post(DISPATCH + "/aging", "{\"aging\":\"5m\"}").refused(400, "invalid", "topic");
    server
        .post(DISPATCH + "/aging", "{\"topic\":\"mail\",\"aging\":\"1ms\"}")
        .refused(400, "invalid", "aging");
    assertThat(server.post(DISPATCH + "/aging", "{\"topic\":\"mail\"}").body())
        .contains("\"aging\":[]");
  }
}
