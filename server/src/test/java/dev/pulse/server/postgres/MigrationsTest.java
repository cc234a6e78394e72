package dev.pulse.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MigrationsTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  /** A home that was made with them refuses to start when one is edited: write the next instead. */
  @Test
  void whatHasBeenPublishedIsNeverEdited() throws Exception {
    var text = new String(read("migrations.sha256"), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      String[] known = line.split(" +");
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(read("/dev/pulse/server/migrations/" + known[1]));
      assertThat(HexFormat.of().formatHex(digest)).as(known[1]).isEqualTo(known[0]);
    }
  }

  private static byte[] read(String resource) throws IOException {
    try (var in = MigrationsTest.class.getResourceAsStream(resource)) {
      return in.readAllBytes();
    }
  }

  @Test
  void servedDatabaseHasNothingPending() {
    assertThat(new Migrations(pulse.database()).pending()).isEmpty();
  }

  @Test
  void manyServersMayStartAtOnceOnAnEmptyDatabase() throws Exception {
    execute("DROP SCHEMA pulse CASCADE");
    int servers = 4;
    try (var threads = Executors.newFixedThreadPool(servers)) {
      Callable<Integer> start = () -> new Migrations(pulse.database()).apply();
      var results = threads.invokeAll(IntStream.range(0, servers).mapToObj(_ -> start).toList());
      int steps = 0;
      for (var result : results) {
        steps += result.get();
      }
      assertThat(steps).isPositive();
    }
    assertThat(new Migrations(pulse.database()).pending()).isEmpty();
    execute("SELECT count(*) FROM pulse.jobs");
  }

  @Test
  void aSchemaNewerThanTheCodeIsRefused() {
    execute(
        """
        INSERT INTO pulse.flyway_schema_history
        SELECT 1000, '9999', 'from the future', 'SQL', 'V9999__future.sql', 1, 'pulse', now(), 1, true
        """);
    try {
      assertThatThrownBy(() -> new Migrations(pulse.database()).apply())
          .isInstanceOf(PostgresTrouble.class)
          .hasMessageContaining("newer than this pulse")
          .hasMessageContaining("9999");
    } finally {
      execute("DELETE FROM pulse.flyway_schema_history WHERE version = '9999'");
    }
  }

  private static void execute(String sql) {
    pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }
}
