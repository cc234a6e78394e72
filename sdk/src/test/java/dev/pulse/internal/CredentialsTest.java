package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.ConnectOptions;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import io.grpc.BindableService;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may call, and over what. */
class CredentialsTest {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** "ann:s3cret" as Basic auth writes it. */
  private static final String ANN = "Basic YW5uOnMzY3JldA==";

  private final JobsPeer jobs = new JobsPeer();

  private Server server(ServerCredentials credentials) throws IOException {
    ServerInterceptor onlyAnn =
        new ServerInterceptor() {
          @Override
          public <Q, A> ServerCall.Listener<Q> interceptCall(
              ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            if (ANN.equals(headers.get(AUTHORIZATION))) {
              return next.startCall(call, headers);
            }
            call.close(Status.UNAUTHENTICATED.withDescription("wrong password"), new Metadata());
            return new ServerCall.Listener<>() {};
          }
        };
    BindableService service = jobs;
    return Grpc.newServerBuilderForPort(0, credentials)
        .addService(service)
        .intercept(onlyAnn)
        .build()
        .start();
  }

  private static void submit(Server server, Consumer<ConnectOptions> options) {
    try (Pulse pulse =
        Pulse.connect(
            "localhost:" + server.getPort(),
            options.andThen(to -> to.deadline(Duration.ofSeconds(3))))) {
      pulse.submit("count");
    }
  }

  private static void assertCode(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(PulseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void thePasswordTravelsWithEveryCall() throws Exception {
    Server server = server(InsecureServerCredentials.create());
    submit(server, to -> to.userPass("ann", "s3cret"));
    assertThat(jobs.submitted).hasSize(1);
    assertCode(Code.NOT_ALLOWED, () -> submit(server, to -> to.userPass("ann", "guess")));
    assertCode(Code.NOT_ALLOWED, () -> submit(server, to -> {}));
    server.shutdownNow();
  }

  @Test
  void theEnvironmentSaysWhereAndWho() throws Exception {
    Server server = server(InsecureServerCredentials.create());
    Map<String, String> environment =
        Map.of(
            "PULSE_SERVER",
            "http://localhost:" + server.getPort(),
            "PULSE_USER",
            "ann",
            "PULSE_PASSWORD",
            "s3cret");
    try (Pulse pulse = Client.connect(environment)) {
      pulse.submit("count");
    }
    assertThat(jobs.submitted).hasSize(1);
    server.shutdownNow();
  }

  @Test
  void tlsTrustsTheGivenCertificateAndNoOther(@TempDir Path folder) throws Exception {
    TestCertificate known = TestCertificate.make(folder.resolve("known"));
    TestCertificate stranger = TestCertificate.make(folder.resolve("stranger"));
    Server server =
        server(TlsServerCredentials.newBuilder().keyManager(known.keyManagers()).build());
    submit(server, to -> to.tls(known.pem()).userPass("ann", "s3cret"));
    try (Pulse pulse =
        Client.connect(
            Map.of(
                "PULSE_SERVER",
                "localhost:" + server.getPort(),
                "PULSE_USER",
                "ann",
                "PULSE_PASSWORD",
                "s3cret",
                "PULSE_CA",
                known.pem().toString()))) {
      pulse.submit("count");
    }
    submit(server, to -> to.tlsWithoutVerification().userPass("ann", "s3cret"));
    assertThat(jobs.submitted).hasSize(3);
    assertCode(Code.UNREACHABLE, () -> submit(server, to -> to.tls(stranger.pem())));
    assertCode(Code.UNREACHABLE, () -> submit(server, to -> to.tls()));
    assertCode(Code.UNREACHABLE, () -> submit(server, to -> to.plaintext()));
    server.shutdownNow();
  }

  @Test
  void aMissingCertificateFileIsRefusedAtOnce(@TempDir Path folder) {
    assertThatThrownBy(() -> Pulse.connect("h:1", to -> to.tls(folder.resolve("none.pem"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.pem");
  }
}
