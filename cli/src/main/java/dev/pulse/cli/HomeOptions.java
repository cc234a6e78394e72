package dev.pulse.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where Pulse lives: its home folder and its database (C1). */
final class HomeOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:PULSE_HOME:-${sys:user.home}/.pulse}",
      description = "Home folder (PULSE_HOME; default ~/.pulse).")
  Path home = Path.of(".pulse");

  @Option(
      names = "--database-url",
      paramLabel = "URL",
      defaultValue = "${env:PULSE_DATABASE_URL}",
      description =
          "Your own Postgres 14 or newer, postgres://user:password@host/database"
              + " (PULSE_DATABASE_URL). Default: an embedded one under the home.")
  @Nullable String databaseUrl;
}
