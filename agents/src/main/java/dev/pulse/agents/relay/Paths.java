package dev.pulse.agents.relay;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Paths as people write them into plans. */
final class Paths {
  private Paths() {}

  /** The path, seen from that folder; {@code ~} is the user's home. Empty for what is no path. */
  static Optional<Path> in(Path folder, String written) {
    try {
      String home = System.getProperty("user.home");
      boolean atHome = written.equals("~") || written.startsWith("~/");
      Path path = Path.of(atHome ? home + written.substring(1) : written);
      return Optional.of(folder.resolve(path).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** What went wrong: of a file that may not be opened Java says nothing but the name. */
  static String why(IOException e) {
    return e instanceof AccessDeniedException denied
        ? "permission denied: " + denied.getFile()
        : String.valueOf(e.getMessage());
  }
}
