package dev.pulse.server.postgres;

import java.time.Instant;

/**
 * What a database says about itself.
 *
 * @param major the first part of its version
 * @param now what its clock showed
 */
public record Condition(String version, int major, Instant now) {
  private static final Sql ASK =
      Sql.of(
          """
          SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int / 10000 AS major, clock_timestamp() AS now
          """);

  /** Asks it. */
  public static Condition of(Database database) {
    return database.call(
        connection ->
            ASK.on(connection)
                .first(
                    row ->
                        new Condition(row.text("version"), row.count("major"), row.instant("now")))
                .orElseThrow());
  }
}
