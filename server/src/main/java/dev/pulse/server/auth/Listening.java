package dev.pulse.server.auth;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address the server listens on: one that it may (H3). */
public record Listening(InetSocketAddress address) {
  private static final Pattern SHAPE =
      Pattern.compile("(?:\\[(?<six>[0-9a-fA-F:.%]+)]|(?<host>[^:\\[\\]/]*)):(?<port>\\d{1,5})");

  /**
   * Reads {@code host:port}; without a host, every address.
   *
   * @param guarded callers must say who they are
   * @param insecure the operator insists on serving everybody who can reach the address
   */
  public static Listening at(String text, boolean guarded, boolean insecure) {
    InetSocketAddress address = parsed(text.strip());
    refusal(address.getAddress(), guarded, insecure)
        .ifPresent(
            line -> {
              throw new SettingRefused(line);
            });
    return new Listening(address);
  }

  /** Why that address may not be served, if so: an open server is for this machine only. */
  static Optional<String> refusal(InetAddress address, boolean guarded, boolean insecure) {
    if (guarded || insecure || address.isLoopbackAddress()) {
      return Optional.empty();
    }
    return Optional.of(
        "refusing to listen on %s without users: set %s, listen on 127.0.0.1, or pass --insecure-listen"
            .formatted(address.getHostAddress(), Users.SETTING));
  }

  private static InetSocketAddress parsed(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > 65535) {
      throw new SettingRefused("not an address to listen on: " + text + " (expected host:port)");
    }
    int port = Integer.parseInt(matcher.group("port"));
    String host = matcher.group("six") == null ? matcher.group("host") : matcher.group("six");
    var address = host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new SettingRefused("cannot listen on " + text + ": unknown host " + host);
    }
    return address;
  }
}
