package dev.pulse.agents.keeper;

import dev.pulse.Pulse;
import dev.pulse.StatusDocument;
import java.util.List;

/**
 * What of the server the keeper needs beside jobs: documents to be shown, and a cap on its runs.
 */
final class Surface {
  private final Pulse pulse;

  Surface(Pulse pulse) {
    this.pulse = pulse;
  }

  void put(String kind, String name, Object document) {
    var _ = pulse.statuses().put(kind, name, document);
  }

  void remove(String kind, String name) {
    boolean _ = pulse.statuses().remove(kind, name);
  }

  /** Who is shown, also by a keeper before this one. */
  List<String> shown(String kind) {
    return pulse.statuses().list(kind).map(StatusDocument::name).toList();
  }

  /** Caps a limit where nobody has set it yet. */
  void cap(String limit, int maxRunning) {
    if (pulse.limits().find(limit).isEmpty()) {
      var _ = pulse.limits().set(limit, options -> options.maxRunning(maxRunning));
    }
  }

  Pulse pulse() {
    return pulse;
  }
}
