package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.auth.Users;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;

/**
 * How the parts that run in one process with a server reach it: like everybody, and where callers
 * must say who they are, as a user that this process alone knows.
 */
final class Insider {
  private static final int SECRET_BYTES = 24;

  private final ServerConfig config;
  private final Users.User user;

  Insider(ServerConfig outside) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    this.user = new Users.User("pulse-up", HexFormat.of().formatHex(secret), true);
    this.config = outside.users().isEmpty() ? outside : admitting(outside);
  }

  private ServerConfig admitting(ServerConfig outside) {
    var users = new ArrayList<>(outside.users().all());
    users.add(user);
    return new ServerConfig(
        outside.listening(), new Users(users), outside.tls(), outside.jobs(), outside.lease());
  }

  /** What the server is to be started with. */
  ServerConfig config() {
    return config;
  }

  /** Connects to the server once it listens. */
  Pulse connect(int port) {
    InetSocketAddress address = config.listening().address();
    String host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
    String name = host.contains(":") ? "[" + host + "]" : host;
    return Pulse.connect(
        name + ":" + port,
        options -> {
          if (!config.users().isEmpty()) {
            options.userPass(user.name(), user.secret());
          }
          if (config.tls().isPresent()) {
            options.tlsWithoutVerification(); // the certificate is our own, made for other names
          }
        });
  }
}
