package dev.pulse.server.rest;

import static dev.pulse.server.rest.Api.JOBS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.server.Server;
import dev.pulse.server.Served;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.auth.Users;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.PulseDatabase;
import dev.pulse.server.rooms.Rooms;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** API, metrics and users on one port, as a server wires them (H1, H3). */
class GuardedApiTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();
  private static final ExecutorService blocking = Executors.newVirtualThreadPerTaskExecutor();
  private static final HttpClient client = HttpClient.newHttpClient();
  private static final Metrics metrics = new Metrics(Metrics.MOST_TOPICS);
  private static Server server;
  private static Rooms rooms;

  @BeforeAll
  static void start() {
    rooms =
        Rooms.open(pulse.database(), JobConfig.DEFAULT, metrics, InstantSource.system(), blocking);
    var builder = Served.anywhere();
    var health = new Health(pulse.database(), blocking);
    new RestApi(rooms, health, RestConfig.DEFAULT, blocking).on(builder);
    metrics.watchQueues(rooms.jobs(), InstantSource.system());
    metrics.on(builder, blocking);
    new Authentication(Users.parse("ann:sesame"), blocking).on(builder);
    server = builder.build();
    server.start().join();
  }

  @AfterAll
  static void stop() {
    server.close();
    rooms.close();
    client.close();
    metrics.close();
    blocking.close();
  }

  @Test
  void everythingButHealthNeedsAUser() throws Exception {
    for (String path : new String[] {JOBS, "/metrics", "/Pulse/v1/openapi.json", "/nothing", "/"}) {
      assertThat(send(request(path)).statusCode()).as(path).isEqualTo(401);
    }
    for (String path : new String[] {"/healthz", "/readyz"}) {
      assertThat(send(request(path)).statusCode()).as(path).isEqualTo(200);
      assertThat(send(request(path).HEAD()).statusCode()).as(path).isEqualTo(200);
    }
    var change = request(JOBS).POST(BodyPublishers.ofString("{\"name\":\"j\"}"));
    assertThat(send(change).statusCode()).isEqualTo(401);
  }

  /**
   * The answer comes before they have sent everything; it is an answer, not a broken connection.
   */
  @Test
  void whoIsRefusedWhileStillSendingHearsSo() throws Exception {
    String large = "{\"name\":\"" + "j".repeat(200_000) + "\"}";
    for (int again = 0; again < 100; again++) {
      var change = request(JOBS).POST(BodyPublishers.ofString(large));
      assertThat(send(change).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aKnownUserIsServed() throws Exception {
    var submit = known(JOBS).POST(BodyPublishers.ofString("{\"name\":\"j\",\"topic\":\"seen\"}"));
    assertThat(send(submit).statusCode()).isEqualTo(201);
    assertThat(send(known("/metrics")).body())
        .contains("pulse_queue_depth{status=\"PENDING\",topic=\"seen\"} 1.0")
        .contains("armeria_");
    assertThat(send(known("/nothing")).body()).contains("\"code\":\"not_found\"");
  }

  /** The link is the credential, for its own wait and for nothing else. */
  @Test
  void anApprovalLinkNeedsNoUserAndOpensNothingElse() throws Exception {
    String wait = "{\"nodes\":[{\"id\":\"g\",\"wait\":{\"signal\":\"s\"}}]}";
    var started = send(known("/Pulse/v1/runs").POST(BodyPublishers.ofString(wait)));
    String link = started.body().replaceFirst("(?s).*\"link\":\"([^\"]+)\".*", "$1");
    assertThat(send(request(link)).body()).contains("<form");
    for (String around : new String[] {"../runs", "%2e%2e/runs", "..%2Fruns", "x/../../runs"}) {
      var sneaked = send(request("/Pulse/v1/links/" + around));
      assertThat(sneaked.statusCode()).as(around).isIn(400, 401, 404);
      assertThat(sneaked.body()).as(around).doesNotContain("\"runs\"");
    }
    var answer = request(link).POST(BodyPublishers.ofString("payload=1"));
    assertThat(send(answer).statusCode()).isEqualTo(200);
    assertThat(send(request("/Pulse/v1/waits")).statusCode()).isEqualTo(401);
    assertThat(send(known("/Pulse/v1/waits")).body()).contains("\"via\":\"link\"");
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + server.activeLocalPort() + path));
  }

  private static HttpRequest.Builder known(String path) {
    String credentials = Base64.getEncoder().encodeToString("ann:sesame".getBytes(UTF_8));
    return request(path).header("authorization", "Basic " + credentials);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
