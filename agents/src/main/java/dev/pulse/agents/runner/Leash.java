package dev.pulse.agents.runner;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * The mark in the environment of everything an attempt starts, which its children inherit wherever
 * they end up: by it, what a runner that was killed has left behind is found again.
 *
 * @param home whose runner it is
 * @param runner that runner's process number
 * @param runnerStarted tells that runner from another process with its number
 */
record Leash(String home, long runner, long runnerStarted, UUID job, int attempt) {
  static final String VARIABLE = "PULSE_LEASH";

  static Leash of(Path home, Sighting runner, UUID job, int attempt) {
    return new Leash(mark(home), runner.pid(), runner.started(), job, attempt);
  }

  /** A home, in one short word. */
  static String mark(Path home) {
    byte[] name = home.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().toHexDigits(UUID.nameUUIDFromBytes(name).getMostSignificantBits());
  }

  static Optional<Leash> parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 5) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Leash(
              parts[0],
              Long.parseLong(parts[1]),
              Long.parseLong(parts[2]),
              UUID.fromString(parts[3]),
              Integer.parseInt(parts[4])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return String.join(
        ":",
        home,
        Long.toString(runner),
        Long.toString(runnerStarted),
        job.toString(),
        Integer.toString(attempt));
  }
}
