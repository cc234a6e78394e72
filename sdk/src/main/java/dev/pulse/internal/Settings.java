package dev.pulse.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.ConnectOptions;
import dev.pulse.Tracing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How to connect, as it was asked for. */
final class Settings implements ConnectOptions {
  private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(30);

  private final List<Address> addresses;
  private Security security;
  private @Nullable BasicAuth auth;
  private ObjectMapper mapper = Codec.defaultMapper();
  private Duration deadline = DEFAULT_DEADLINE;
  private Tracing tracing = Tracing.NONE;

  Settings(List<Address> addresses) {
    this.addresses = List.copyOf(addresses);
    this.security =
        addresses.stream().allMatch(Address::tls) ? new Security.Trusted() : new Security.Plain();
    if (addresses.stream().anyMatch(Address::tls) && security instanceof Security.Plain) {
      throw new IllegalArgumentException("either all addresses begin with https or none does");
    }
  }

  List<Address> addresses() {
    return addresses;
  }

  Security security() {
    return security;
  }

  @Nullable BasicAuth auth() {
    return auth;
  }

  ObjectMapper mapper() {
    return mapper;
  }

  Duration deadline() {
    return deadline;
  }

  Tracing tracing() {
    return tracing;
  }

  @Override
  public ConnectOptions userPass(String user, String password) {
    auth = new BasicAuth(user, password);
    return this;
  }

  @Override
  public ConnectOptions plaintext() {
    security = new Security.Plain();
    return this;
  }

  @Override
  public ConnectOptions tls() {
    security = new Security.Trusted();
    return this;
  }

  @Override
  public ConnectOptions tls(Path caFile) {
    if (!Files.isReadable(caFile)) {
      throw new IllegalArgumentException("cannot read the certificates in " + caFile);
    }
    security = new Security.TrustedBy(caFile);
    return this;
  }

  @Override
  public ConnectOptions tlsWithoutVerification() {
    security = new Security.Unverified();
    return this;
  }

  @Override
  public ConnectOptions mapper(ObjectMapper mapper) {
    this.mapper = mapper;
    return this;
  }

  @Override
  public ConnectOptions deadline(Duration deadline) {
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("a deadline is longer than " + deadline);
    }
    this.deadline = deadline;
    return this;
  }

  @Override
  public ConnectOptions tracing(Tracing tracing) {
    this.tracing = tracing;
    return this;
  }
}
