package dev.pulse.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;

/** A file of certificates as {@code --ca} names it, looked at before it is relied on. */
record CertificateText(String given) {
  Path file() {
    try {
      Path file = Path.of(given);
      try (var in = Files.newInputStream(file)) {
        if (!CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
          return file;
        }
      }
    } catch (CertificateException | InvalidPathException e) {
      throw none();
    } catch (IOException e) {
      throw Misuse.option("--ca", "cannot read " + given);
    }
    throw none();
  }

  private Misuse none() {
    return Misuse.option("--ca", given + " has no certificates in PEM form");
  }
}
