package dev.pulse.cli;

import dev.pulse.Pulse;
import java.nio.file.Path;

/** A part of Pulse that lives on the files of a home and works through the SDK. */
@FunctionalInterface
interface Part {
  /** Starts it, and answers what stops it. */
  Runnable start(Pulse pulse, Path home);

  /** Keeps the standing agents of the home ticking. */
  static Runnable keeper(Pulse pulse, Path home) {
    return KeeperPart.start(pulse, home, System.getenv())::close;
  }
}
