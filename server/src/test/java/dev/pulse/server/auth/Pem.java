package dev.pulse.server.auth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate and its key as PEM files, made by the JDK's own keytool. */
record Pem(Path certificate, Path key, KeyStore store) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * @param start when it becomes valid, as keytool says it: {@code -10d}
   */
  static Pem make(Path folder, String name, String start, int days) throws Exception {
    Path store = folder.resolve(name + ".p12");
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=ip:127.0.0.1,dns:localhost",
            "-startdate",
            start,
            "-validity",
            "" + days,
            "-keystore",
            store.toString(),
            "-storepass",
            "changeit");
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes());
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    return read(folder, name, store);
  }

  private static Pem read(Path folder, String name, Path file)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return new Pem(
        write(folder, name + ".crt", "CERTIFICATE", store.getCertificate(name).getEncoded()),
        write(folder, name + ".key", "PRIVATE KEY", store.getKey(name, PASSWORD).getEncoded()),
        store);
  }

  private static Path write(Path folder, String file, String what, byte[] content)
      throws IOException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        folder.resolve(file),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what));
  }
}
