package dev.pulse.agents.keeper;

import java.nio.file.Path;
import java.time.InstantSource;

/**
 * What every standing agent of a home works with.
 *
 * @param home what files are told relative to
 */
record Workshop(Path home, Specs specs, Runs runs, HomePull pull, InstantSource clock) {
  String relative(Path file) {
    return file.startsWith(home) ? home.relativize(file).toString() : file.toString();
  }
}
