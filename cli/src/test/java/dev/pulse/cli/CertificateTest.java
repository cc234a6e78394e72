package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.v1.CountJobsRequest;
import dev.pulse.v1.CountJobsResponse;
import dev.pulse.v1.PulseGrpc;
import io.grpc.Grpc;
import io.grpc.Server;
import io.grpc.TlsServerCredentials;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose certificate only the file that {@code --ca} names vouches for (C4, H3). */
class CertificateTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir Path folder;

  private static final class Nothing extends PulseGrpc.PulseImplBase {
    @Override
    public void countJobs(CountJobsRequest request, StreamObserver<CountJobsResponse> answers) {
      answers.onNext(CountJobsResponse.getDefaultInstance());
      answers.onCompleted();
    }
  }

  @Test
  void theFlagOrTheVariableMakesItTrusted() throws Exception {
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
    Path pem = folder.resolve("ca.pem");
    keytool("-exportcert", "-rfc", "-file", pem.toString());
    Server server = serve();
    try {
      var typed = Typed.in(folder).with("PULSE_SERVER", "localhost:" + server.getPort());
      assertThat(typed.run("counts", "--ca", pem.toString()).out()).startsWith("no job waits");
      assertThat(typed.run("counts", "--timeout", "300ms").exit()).isEqualTo(6);
      typed.with("PULSE_CA", pem.toString());
      assertThat(typed.run("counts").out()).startsWith("no job waits");
    } finally {
      server.shutdownNow();
    }
  }

  private Server serve() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(folder.resolve("store.p12"))) {
      keys.load(in, PASSWORD);
    }
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD);
    var credentials =
        TlsServerCredentials.newBuilder().keyManager(factory.getKeyManagers()).build();
    return Grpc.newServerBuilderForPort(0, credentials).addService(new Nothing()).build().start();
  }

  private void keytool(String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "test", "-storetype", "PKCS12", "-storepass", "changeit"));
    command.addAll(List.of("-keystore", folder.resolve("store.p12").toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
  }
}
