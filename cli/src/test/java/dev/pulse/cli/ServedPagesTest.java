package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Pause;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.dashboard.Dashboard;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.auth.Users;
import dev.pulse.server.postgres.Database;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The dashboard as {@code pulse up} composes it: on the server's port, behind its guard (H1, H3).
 */
class ServedPagesTest {
  @RegisterExtension static final SharedPulse shared = new SharedPulse();

  private static final String ANN = "Basic " + base64("ann:sesame");
  private static Database database;
  private static PulseServer server;
  private static Pulse pulse;
  private static Dashboard dashboard;

  @BeforeAll
  static void start() {
    database = Database.open(shared.databaseUrl(), 4);
    ServerConfig open = ServerConfig.local(0);
    var insider =
        new Insider(
            new ServerConfig(
                open.listening(),
                Users.parse("ann:sesame"),
                open.tls(),
                open.jobs(),
                open.lease()));
    server = new PulseServer(insider.config(), database);
    pulse = insider.connect(server.port());
    dashboard = new Dashboard(pulse, Authentication::user, pulse::onBehalfOf);
    server.show(dashboard);
  }

  @AfterAll
  static void stop() {
    dashboard.close();
    pulse.close();
    server.close();
    database.close();
  }

  @Test
  void pagesStandBesideTheApiBehindTheSameGuard() throws Exception {
    for (String path : new String[] {"/", "/jobs", "/live?at=/", "/assets/x", "/nothing"}) {
      assertThat(get(path, null).statusCode()).as(path).isEqualTo(401);
    }
    assertThat(get("/", ANN).body()).contains("Signed in as ann");
    assertThat(get("/nothing", ANN).body()).contains("There is no page at /nothing");
    assertThat(get("/Pulse/v1/nothing", ANN).body()).startsWith("{\"error\"");
    assertThat(get("/Pulse", ANN).body()).startsWith("{\"error\"");
    assertThat(get("/healthz", null).statusCode()).isEqualTo(200);
    HttpResponse<String> wrong =
        send(to("/healthz", ANN).POST(HttpRequest.BodyPublishers.noBody()));
    assertThat(wrong.statusCode()).isEqualTo(405);
  }

  @Test
  void whatSomebodyDoesOnAPageIsRecordedInTheirName() throws Exception {
    HttpResponse<String> page = get("/dispatch", ANN);
    String cookie = page.headers().firstValue("set-cookie").orElseThrow().replaceFirst(";.*", "");
    var token = Pattern.compile("\"X-Pulse-Form\":\"([^\"]+)\"").matcher(page.body());
    assertThat(token.find()).isTrue();
    HttpResponse<String> done =
        send(
            to("/dispatch/pause", ANN)
                .header("cookie", cookie)
                .header("x-pulse-form", token.group(1))
                .POST(HttpRequest.BodyPublishers.ofString("topic=pages&reason=looking")));
    assertThat(done.body()).contains("Topic pages is paused");
    assertThat(pulse.pauses())
        .filteredOn(pause -> "pages".equals(pause.topic()))
        .extracting(Pause::actor, Pause::reason)
        .containsExactly(Assertions.tuple("ann", "looking"));
    pulse.resume("pages");
  }

  @Test
  void nobodyElseMayActInSomebodysName() {
    String address = "127.0.0.1:" + server.port();
    try (Pulse anns = Pulse.connect(address, options -> options.userPass("ann", "sesame"))) {
      var refused =
          Assertions.catchThrowableOfType(
              PulseException.class, () -> anns.onBehalfOf("bob").pause("pages", "not bob"));
      assertThat(refused.code()).isEqualTo(PulseException.Code.NOT_ALLOWED);
      assertThat(anns.pauses()).noneMatch(pause -> "pages".equals(pause.topic()));
    }
  }

  private static HttpResponse<String> get(String path, String login) throws Exception {
    return send(to(path, login));
  }

  private static HttpRequest.Builder to(String path, String login) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    return login == null ? request : request.header("authorization", login);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes());
  }
}
