package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Up is not ready: a server without its database, or on its way out, says so (H1, H5). */
class HealthTest {
  @RegisterExtension static final Api api = new Api();

  @Test
  void readyUntilItDrains() {
    assertThat(api.get("/healthz").body()).isEqualTo("{\"status\":\"up\"}");
    assertThat(api.get("/readyz").body()).isEqualTo("{\"status\":\"ready\"}");
    api.health().drain(); // for good: this test is the only one here
    api.get("/readyz").refused(503, "not_ready", "the server is going down");
    assertThat(api.get("/healthz").status()).isEqualTo(200);
  }
}
