package dev.pulse.agents.keeper;

import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.StatusDocument;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of the server the keeper needs beside jobs: documents to be shown, and a cap on its runs.
 */
final class Surface {
  private static final Logger LOG = LoggerFactory.getLogger(Surface.class);

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

  /** Grows with each task that is dispatched; empty: nobody can tell now. */
  OptionalLong dispatched() {
    try {
      return OptionalLong.of(pulse.scheduler().status().dispatchedTotal());
    } catch (PulseException e) {
      LOG.debug("whether tasks were dispatched is not known", e);
      return OptionalLong.empty();
    }
  }

  Pulse pulse() {
    return pulse;
  }
}
