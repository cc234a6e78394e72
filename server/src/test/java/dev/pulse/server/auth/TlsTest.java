package dev.pulse.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import dev.pulse.server.Served;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate that would not work is refused at start, in one line (H3). */
class TlsTest {
  @TempDir static Path folder;
  private static Pem good;
  private static Pem expired;

  @BeforeAll
  static void makeCertificates() throws Exception {
    good = Pem.make(folder, "good", "-1d", 30);
    expired = Pem.make(folder, "expired", "-10d", 5);
  }

  @Test
  void bothOrNeither() {
    assertThat(Tls.of(null, null, Instant.now())).isEmpty();
    assertThat(Tls.of("", " ", Instant.now())).isEmpty();
    refused("PULSE_TLS_CERT is set but PULSE_TLS_KEY is not", good.certificate(), null);
    refused("PULSE_TLS_KEY is set but PULSE_TLS_CERT is not", null, good.key());
  }

  @Test
  void filesThatAreNone() throws Exception {
    refused("PULSE_TLS_CERT: cannot read", folder.resolve("missing"), good.key());
    refused("PULSE_TLS_KEY: cannot read", good.certificate(), folder);
    Path text = Files.writeString(folder.resolve("text"), "hello");
    refused("not a PEM certificate", text, good.key());
    refused("not a PEM certificate", good.certificate(), text);
  }

  @Test
  void aKeyOfAnotherCertificate() {
    refused("is not the key of PULSE_TLS_CERT", good.certificate(), expired.key());
  }

  @Test
  void certificatesOutOfTheirTime() {
    refused("the certificate CN=expired in ", expired.certificate(), expired.key());
    refused(" expired at ", expired.certificate(), expired.key());
    assertThatThrownBy(
            () ->
                Tls.of(
                    good.certificate().toString(),
                    good.key().toString(),
                    Instant.parse("2020-01-01T00:00:00Z")))
        .hasMessageContaining("is not valid before");
  }

  @Test
  void aGoodPairServesHttps() throws Exception {
    var builder = Served.anywhere(SessionProtocol.HTTPS);
    Tls.of(good.certificate().toString(), good.key().toString(), Instant.now())
        .orElseThrow()
        .on(builder);
    builder.service("/", (_, _) -> HttpResponse.of("hello"));
    try (Server server = builder.build();
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(good)).build()) {
      server.start().join();
      var uri = URI.create("https://127.0.0.1:" + server.activeLocalPort() + "/");
      var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      assertThat(response.body()).isEqualTo("hello");
    }
  }

  private static SSLContext trusting(Pem pem) throws Exception {
    var anchors = java.security.KeyStore.getInstance("PKCS12");
    anchors.load(null, null);
    anchors.setCertificateEntry("good", pem.store().getCertificate("good"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(anchors);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static void refused(String message, Path certificate, Path key) {
    assertThatThrownBy(
            () ->
                Tls.of(
                    certificate == null ? null : certificate.toString(),
                    key == null ? null : key.toString(),
                    Instant.now()))
        .isInstanceOf(SettingRefused.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }
}
