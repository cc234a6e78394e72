package dev.pulse;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;

/** How to connect. What is left out takes its default. */
public interface ConnectOptions {
  /** Sends these credentials with every call. Default: none. */
  ConnectOptions userPass(String user, String password);

  /** Connects without TLS. This is the default, unless the address begins with https. */
  ConnectOptions plaintext();

  /** Connects with TLS and trusts what the JVM trusts. */
  ConnectOptions tls();

  /** Connects with TLS and trusts the certificates in this PEM file alone. */
  ConnectOptions tls(Path caFile);

  /** Connects with TLS and trusts anybody: for tests only. */
  ConnectOptions tlsWithoutVerification();

  /** Reads and writes args and results. Default: one that knows records, java.time and Optional. */
  ConnectOptions mapper(ObjectMapper mapper);

  /** How long a call may take, its repetitions after lost connections included. Default: 30 s. */
  ConnectOptions deadline(Duration deadline);

  /** Lets a tracer follow jobs from submit to handler. Default: {@link Tracing#NONE}. */
  ConnectOptions tracing(Tracing tracing);
}
