package dev.pulse.agents.keeper;

import dev.pulse.Pulse;

/**
 * What of the server the keeper needs beside jobs: documents to be shown, and a cap on its runs.
 */
interface Surface {
  void put(String kind, String name, Object document);

  void remove(String kind, String name);

  static Surface of(Pulse pulse) {
    return new Surface() {
      @Override
      public void put(String kind, String name, Object document) {}

      @Override
      public void remove(String kind, String name) {}

      @Override
      public void cap(String limit, int maxRunning) {}
    };
  }

  /** Caps a limit where nobody has set it yet. */
  void cap(String limit, int maxRunning);
}
