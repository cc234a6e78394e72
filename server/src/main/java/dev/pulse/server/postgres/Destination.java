package dev.pulse.server.postgres;

import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Where a {@link Line} leads, by the driver's own reading of the address.
 *
 * @param asksForEncryption whoever can encrypt is left to the driver, which does
 */
record Destination(
    String host,
    int port,
    String database,
    String user,
    String password,
    boolean asksForEncryption) {
  /** Whatever else is set in an address asks for something that only the driver knows. */
  private static final Set<String> UNDERSTOOD =
      Set.of("PGHOST", "PGPORT", "PGDBNAME", "user", "password", "sslmode");

  /** Null: only the driver can go there. */
  static @Nullable Destination of(String jdbc) {
    Properties parts = Driver.parseURL(jdbc, new Properties());
    if (parts == null || !UNDERSTOOD.containsAll(parts.stringPropertyNames())) {
      return null;
    }
    String host = parts.getProperty("PGHOST", "");
    String user = parts.getProperty("user", "");
    String ssl = parts.getProperty("sslmode", "prefer").toLowerCase(Locale.ROOT);
    boolean mayBeClear = Set.of("disable", "allow", "prefer").contains(ssl);
    if (host.isEmpty() || host.contains(",") || user.isEmpty() || !mayBeClear) {
      return null;
    }
    return new Destination(
        host,
        Integer.parseInt(parts.getProperty("PGPORT")),
        parts.getProperty("PGDBNAME"),
        user,
        parts.getProperty("password", ""),
        ssl.equals("prefer"));
  }

  @Override
  public String toString() {
    return host + ":" + port + "/" + database;
  }
}
