package dev.pulse.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens: {@code host}, {@code host:port} or {@code [::1]:port}, perhaps with
 * {@code http://} or {@code https://} before it, as {@code pulse up} prints it.
 */
record Address(String host, int port, boolean tls) {
  static final int DEFAULT_PORT = 7857;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Reads one address, or several separated by commas. */
  static List<Address> parseAll(String text) {
    List<Address> all =
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .map(Address::parse)
            .toList();
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a server's address is host:port, this one is empty");
    }
    return all;
  }

  private static Address parse(String text) {
    try {
      URI uri = new URI(text.contains("://") ? text : "http://" + text);
      boolean tls = "https".equals(uri.getScheme());
      String path = uri.getPath();
      boolean more = path != null && !path.isEmpty() && !path.equals("/");
      boolean known = tls || "http".equals(uri.getScheme());
      if (known && uri.getHost() != null && uri.getUserInfo() == null && !more) {
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        return new Address(uri.getHost(), port, tls);
      }
    } catch (URISyntaxException e) {
      throw refused(text, e);
    }
    throw refused(text, null);
  }

  private static IllegalArgumentException refused(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "a server's address is host:port, not \"" + text + "\"", cause);
  }

  /** Whether what is sent there stays on this machine. */
  boolean isLoopback() {
    return LOOPBACK.contains(host);
  }

  /** What gRPC calls it. */
  String target() {
    return "dns:///" + this;
  }

  /** The same for a browser. */
  String url() {
    return (tls ? "https://" : "http://") + this;
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
