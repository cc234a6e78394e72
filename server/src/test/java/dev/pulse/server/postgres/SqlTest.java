package dev.pulse.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SqlTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  /** What a claim through a gate relies on: its locks are held while it counts, and no longer. */
  @Test
  void twoStatementsThatTravelTogetherAreOneTransaction() {
    Sql both =
        Sql.of(
            """
            SELECT set_config('pulse.test', :value, true);
            SELECT current_setting('pulse.test') AS value
            """);
    Sql after = Sql.of("SELECT current_setting('pulse.test') AS value");
    pulse
        .database()
        .call(
            connection -> {
              assertThat(
                      both.on(connection).set("value", "locked").lastList(row -> row.text("value")))
                  .containsExactly("locked");
              assertThat(after.on(connection).list(row -> row.text("value"))).containsExactly("");
              return connection;
            });
  }
}
