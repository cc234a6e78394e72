package dev.pulse.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.Server;
import dev.pulse.server.Served;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call is asked who it is, whatever it is for (H3). */
class AuthenticationTest {
  private static final ExecutorService blocking = Executors.newVirtualThreadPerTaskExecutor();
  private static Server guarded;
  private static Server open;

  @BeforeAll
  static void start() {
    String users = "ann:sesame,bob:" + DoorkeeperTest.hash("sésame", 4);
    guarded = serve(Users.parse(users));
    open = serve(Users.NONE);
  }

  @AfterAll
  static void stop() {
    guarded.close();
    open.close();
    blocking.close();
  }

  @Test
  void aPartOfTheProcessMayActInSomebodysNameAndNobodyElse() {
    var inside = new Users.User("inside", "secret", true);
    var users = new Users(java.util.List.of(new Users.User("ann", "sesame"), inside));
    try (Server server = serve(users)) {
      assertThat(inTheNameOf(server, "inside:secret", "J%C3%B6rg+B").contentUtf8())
          .isEqualTo("Jörg B");
      assertThat(inTheNameOf(server, "ann:sesame", "root").status().code()).isEqualTo(403);
      assertThat(inTheNameOf(server, "inside:wrong", "root").status().code()).isEqualTo(401);
    }
    assertThat(inTheNameOf(open, "inside:secret", "root").contentUtf8()).isEqualTo("somebody");
  }

  private static AggregatedHttpResponse inTheNameOf(Server server, String login, String name) {
    return WebClient.of("http://127.0.0.1:" + server.activeLocalPort())
        .execute(
            RequestHeaders.builder(HttpMethod.GET, "/who")
                .add("authorization", basic(login))
                .add(Authentication.ON_BEHALF_OF, name)
                .build())
        .aggregate()
        .join();
  }

  private static Server serve(Users users) {
    var builder = Served.anywhere();
    builder.service(
        "/who", (call, _) -> HttpResponse.of(Authentication.user(call).orElse("somebody")));
    builder.service("/healthz", (_, _) -> HttpResponse.of("up"));
    builder.service("/readyz", (_, _) -> HttpResponse.of("ready"));
    new Authentication(users, blocking).on(builder);
    Server server = builder.build();
    server.start().join();
    return server;
  }

  @Test
  void theHandlerLearnsWhoCalls() {
    assertThat(ask(basic("ann:sesame")).contentUtf8()).isEqualTo("ann");
    assertThat(ask(basic("bob:sésame")).contentUtf8()).isEqualTo("bob");
    assertThat(ask("bAsIc " + base64("ann:sesame")).contentUtf8()).isEqualTo("ann");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Basic",
        "Basic ",
        "Basic !!!",
        "Basic YW5u",
        "Bearer YW5uOnNlc2FtZQ==",
        "ann:sesame"
      })
  void credentialsThatAreNone(String header) {
    refused(ask(header));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ann:wrong", "ann:", ":sesame", "bob:sesame", "eve:sesame", "ann:sésame"})
  void credentialsThatAreWrong(String credentials) {
    refused(ask(basic(credentials)));
  }

  @Test
  void aHeaderOfAbsurdLengthIsRefused() {
    refused(ask("Basic " + "A".repeat(5000)));
  }

  @Test
  void unknownPathsAreGuardedToo() {
    refused(get(guarded, "/nothing"));
    assertThat(get(guarded, "/healthz/../who").status().code()).isEqualTo(400);
    refused(get(guarded, "/healthz/"));
    refused(get(guarded, "/healthz;/who"));
  }

  @Test
  void healthIsOpen() {
    assertThat(get(guarded, "/healthz").contentUtf8()).isEqualTo("up");
    assertThat(get(guarded, "/readyz").contentUtf8()).isEqualTo("ready");
  }

  @Test
  void withoutUsersNobodyIsAsked() {
    assertThat(get(open, "/who").contentUtf8()).isEqualTo("somebody");
  }

  /** A hundred calls are quicker than the hashes of a few. */
  @Test
  void aKnownPasswordCostsNoMoreHashes() {
    try (Server server = serve(Users.parse("eve:" + DoorkeeperTest.hash("sésame", 12)))) {
      Duration hashed = asking(server, 1);
      assertThat(asking(server, 100)).isLessThan(hashed.multipliedBy(20));
    }
  }

  private static Duration asking(Server server, int times) {
    long start = System.nanoTime();
    for (int count = 0; count < times; count++) {
      assertThat(ask(server, basic("eve:sésame")).contentUtf8()).isEqualTo("eve");
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Basic YW5uOndyb25n", "Basic Ym9iOndyb25n"})
  void grpcIsRefusedInItsOwnTerms(String authorization) {
    HttpRequest stream =
        HttpRequest.streaming(
            RequestHeaders.builder(HttpMethod.POST, "/pulse.v1.Pulse/Work")
                .add("content-type", "application/grpc+proto")
                .add("authorization", authorization)
                .build());
    AggregatedHttpResponse response =
        WebClient.of("h2c://127.0.0.1:" + guarded.activeLocalPort())
            .execute(stream)
            .aggregate()
            .join();
    assertThat(response.status().code()).isEqualTo(200);
    assertThat(response.headers().get("grpc-status")).isEqualTo("16");
    assertThat(response.headers().get("grpc-message")).contains("user name and password");
    assertThat(response.headers().get("content-type")).isEqualTo("application/grpc+proto");
    assertThat(response.content().isEmpty()).isTrue();
  }

  @Test
  void anotherSiteCannotUseTheBrowsersCredentials() {
    for (Server server : new Server[] {open, guarded}) {
      String here = "http://127.0.0.1:" + server.activeLocalPort();
      assertThat(change(server, "origin", "https://evil.example")).isEqualTo(403);
      assertThat(change(server, "origin", "null")).isEqualTo(403);
      assertThat(change(server, "origin", "http://127.0.0.1:1")).isEqualTo(403);
      assertThat(change(server, "sec-fetch-site", "cross-site")).isEqualTo(403);
      assertThat(change(server, "sec-fetch-site", "same-site")).isEqualTo(403);
      assertThat(change(server, "sec-fetch-site", "same-origin")).isEqualTo(200);
      assertThat(change(server, "origin", here)).isEqualTo(200);
      assertThat(change(server, "x-plain", "1")).isEqualTo(200);
    }
  }

  private static int change(Server server, String header, String value) {
    return send(
            server,
            RequestHeaders.builder(HttpMethod.POST, "/who")
                .add("authorization", basic("ann:sesame"))
                .add(header, value)
                .build())
        .status()
        .code();
  }

  private static void refused(AggregatedHttpResponse response) {
    assertThat(response.status().code()).isEqualTo(401);
    assertThat(response.headers().get("www-authenticate"))
        .isEqualTo("Basic realm=\"pulse\", charset=\"UTF-8\"");
    assertThat(response.contentUtf8())
        .startsWith("{\"error\":{\"code\":\"unauthenticated\",\"message\":\"");
  }

  private static AggregatedHttpResponse ask(String authorization) {
    return ask(guarded, authorization);
  }

  private static AggregatedHttpResponse ask(Server server, String authorization) {
    return send(
        server,
        RequestHeaders.builder(HttpMethod.GET, "/who").add("authorization", authorization).build());
  }

  private static AggregatedHttpResponse get(Server server, String path) {
    return send(server, RequestHeaders.of(HttpMethod.GET, path));
  }

  private static AggregatedHttpResponse send(Server server, RequestHeaders headers) {
    return WebClient.of("http://127.0.0.1:" + server.activeLocalPort())
        .execute(HttpRequest.of(headers))
        .aggregate()
        .join();
  }

  private static String basic(String credentials) {
    return "Basic " + base64(credentials);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
