package dev.pulse.cli;

import dev.pulse.server.postgres.Condition;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.Migrations;
import dev.pulse.server.postgres.PostgresTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Looks at the database: the user's own, or the embedded one as it lies in the home. */
final class DatabaseCheck {
  private static final int OLDEST_POSTGRES = 14;
  private static final int PORT_LINE = 3;

  private final HomeOptions options;
  private final InstantSource clock;

  DatabaseCheck(HomeOptions options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
  }

  List<Finding> findings() {
    if (options.databaseUrl != null && !options.databaseUrl.isBlank()) {
      return of(options.databaseUrl, "");
    }
    Path folder = options.home.resolve("postgres");
    try {
      if (!Files.exists(folder.resolve("data/PG_VERSION"))) {
        return List.of(Finding.ok("database", "embedded, made by the first 'pulse up'"));
      }
      Path running = folder.resolve("data/postmaster.pid");
      if (!Files.exists(running)) {
        String version = Files.readString(folder.resolve("data/PG_VERSION")).strip();
        return List.of(
            Finding.ok("database", "embedded Postgres " + version + ", not running now"));
      }
      return of(
          "jdbc:postgresql://127.0.0.1:%s/pulse?user=pulse&password=%s"
              .formatted(
                  Files.readAllLines(running).get(PORT_LINE).strip(),
                  Files.readString(folder.resolve("password")).strip()),
          "embedded ");
    } catch (IOException | IndexOutOfBoundsException e) {
      return List.of(Finding.wrong("database", "cannot read " + folder + ": " + e.getMessage()));
    }
  }

  private List<Finding> of(String url, String kind) {
    try (Database database = Database.open(url, 1)) {
      Instant before = clock.instant();
      Condition condition = Condition.of(database);
      Finding clocks = ClockCheck.between("the database", condition.now(), before, clock.instant());
      if (condition.major() < OLDEST_POSTGRES) {
        return List.of(
            Finding.wrong(
                "database",
                "Postgres %s is too old: upgrade it to %d or newer"
                    .formatted(condition.version(), OLDEST_POSTGRES)),
            clocks);
      }
      String text = kind + "Postgres " + condition.version();
      int pending = new Migrations(database).pending().size();
      return List.of(
          pending == 0
              ? Finding.ok("database", text + ", up to date")
              : Finding.warn(
                  "database",
                  "%s, %d steps behind: 'pulse migrate', or the next start of a server, takes them"
                      .formatted(text, pending)),
          clocks);
    } catch (PostgresTrouble | DatabaseFailure e) {
      return List.of(Finding.wrong("database", String.valueOf(e.getMessage())));
    }
  }
}
