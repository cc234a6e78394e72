package dev.pulse.server.auth;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.server.ServerBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A certificate and its key that were found to belong together and to be valid now (H3). */
public record Tls(TlsKeyPair pair) {
  static final String CERTIFICATE = "PULSE_TLS_CERT";
  static final String KEY = "PULSE_TLS_KEY";

  /** Reads both files; neither set means no TLS, one alone is refused. */
  public static Optional<Tls> of(@Nullable String certificate, @Nullable String key, Instant now) {
    boolean hasCertificate = certificate != null && !certificate.isBlank();
    boolean hasKey = key != null && !key.isBlank();
    if (!hasCertificate && !hasKey) {
      return Optional.empty();
    }
    if (certificate == null || key == null || !hasCertificate || !hasKey) {
      throw new SettingRefused(
          hasCertificate
              ? CERTIFICATE + " is set but " + KEY + " is not: set both or neither"
              : KEY + " is set but " + CERTIFICATE + " is not: set both or neither");
    }
    TlsKeyPair pair = read(Path.of(certificate), Path.of(key));
    pair.certificateChain().forEach(each -> requireValid(each, certificate, now));
    requireMatch(pair, certificate, key);
    return Optional.of(new Tls(pair));
  }

  public void on(ServerBuilder server) {
    server.tls(pair);
  }

  private static TlsKeyPair read(Path certificate, Path key) {
    for (Path file : new Path[] {certificate, key}) {
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw new SettingRefused(
            (file.equals(certificate) ? CERTIFICATE : KEY) + ": cannot read " + file);
      }
    }
    try {
      TlsKeyPair pair = TlsKeyPair.of(key.toFile(), certificate.toFile());
      if (!pair.certificateChain().isEmpty()) {
        return pair;
      }
    } catch (RuntimeException e) {
      throw new SettingRefused(
          "%s, %s: not a PEM certificate and an unencrypted PKCS#8 PEM key: %s, %s"
              .formatted(CERTIFICATE, KEY, certificate, key),
          e);
    }
    throw new SettingRefused(CERTIFICATE + ": no certificate in " + certificate);
  }

  private static void requireValid(X509Certificate certificate, String file, Instant now) {
    String name = certificate.getSubjectX500Principal().getName();
    if (now.isAfter(certificate.getNotAfter().toInstant())) {
      throw new SettingRefused(
          "%s: the certificate %s in %s expired at %s"
              .formatted(CERTIFICATE, name, file, certificate.getNotAfter().toInstant()));
    }
    if (now.isBefore(certificate.getNotBefore().toInstant())) {
      throw new SettingRefused(
          "%s: the certificate %s in %s is not valid before %s"
              .formatted(CERTIFICATE, name, file, certificate.getNotBefore().toInstant()));
    }
  }

  private static void requireMatch(TlsKeyPair pair, String certificate, String key) {
    PrivateKey secret = pair.privateKey();
    PublicKey shown = pair.certificateChain().getFirst().getPublicKey();
    if (!shown.getAlgorithm().equals(secret.getAlgorithm()) || !signs(secret, shown)) {
      throw new SettingRefused(
          "%s %s is not the key of %s %s".formatted(KEY, key, CERTIFICATE, certificate));
    }
  }

  /** What the one signs the other must recognize. */
  private static boolean signs(PrivateKey secret, PublicKey shown) {
    String algorithm =
        switch (secret.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> secret.getAlgorithm();
        };
    byte[] word = {'p', 'u', 'l', 's', 'e'};
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(secret);
      signature.update(word);
      byte[] signed = signature.sign();
      signature.initVerify(shown);
      signature.update(word);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
