package dev.pulse.agents.keeper;

import dev.pulse.PulseException;
import dev.pulse.agents.keeper.AgentStatus.Trouble;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows on the server how the agents are. It is told of every change and waits for nobody: of
 * several changes of one agent the last is shown, and a server that is away is shown it later.
 */
final class Showcase {
  static final String KIND = "standing-agent";

  /** What is wrong with the fleet itself has a document of its own. */
  static final String FLEET_KIND = "keeper";

  static final String FLEET = "fleet";

  private static final Logger LOG = LoggerFactory.getLogger(Showcase.class);
  private static final Duration LATER = Duration.ofSeconds(2);

  private final Surface surface;
  private final Map<Title, Optional<Object>> news = new LinkedHashMap<>();
  private final Thread thread;
  private volatile @Nullable Set<String> kept;

  private record Title(String kind, String name) {}

  Showcase(Surface surface) {
    this.surface = surface;
    this.thread = Thread.ofVirtual().name("showcase").start(this::run);
  }

  void show(AgentStatus status) {
    tell(new Title(KIND, status.name()), Optional.of(status.document()));
  }

  void hide(String agent) {
    tell(new Title(KIND, agent), Optional.empty());
  }

  void troubles(List<Trouble> troubles) {
    tell(
        new Title(FLEET_KIND, FLEET),
        Optional.of(Map.of("problems", troubles.stream().map(AgentStatus::trouble).toList())));
  }

  /** Takes down whoever is not among these: a keeper before this one may have shown them. */
  synchronized void only(Set<String> agents) {
    kept = Set.copyOf(agents);
    notifyAll();
  }

  private synchronized void tell(Title title, Optional<Object> document) {
    news.put(title, document);
    notifyAll();
  }

  private synchronized Map<Title, Optional<Object>> taken() throws InterruptedException {
    while (news.isEmpty() && kept == null) {
      wait();
    }
    var taken = new LinkedHashMap<>(news);
    news.clear();
    return taken;
  }

  private void run() {
    try {
      while (true) {
        Map<Title, Optional<Object>> pieces = taken();
        sweep();
        for (var piece : pieces.entrySet()) {
          put(piece.getKey(), piece.getValue());
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("nothing more is shown");
    }
  }

  private void sweep() throws InterruptedException {
    Set<String> agents = kept;
    if (agents == null) {
      return;
    }
    try {
      surface.shown(KIND).stream()
          .filter(name -> !agents.contains(name))
          .forEach(name -> surface.remove(KIND, name));
      kept = null;
    } catch (PulseException e) {
      later(e, "sweep " + KIND);
    }
  }

  private void put(Title title, Optional<Object> document) throws InterruptedException {
    try {
      if (document.isPresent()) {
        surface.put(title.kind(), title.name(), document.get());
      } else {
        surface.remove(title.kind(), title.name());
      }
    } catch (PulseException e) {
      again(title, document);
      later(e, "show %s %s".formatted(title.kind(), title.name()));
    }
  }

  private static void later(PulseException e, String what) throws InterruptedException {
    if (e.code() == PulseException.Code.INTERRUPTED) {
      throw new InterruptedException("closed");
    }
    LOG.warn("cannot {}: {}", what, e.getMessage());
    Thread.sleep(LATER);
  }

  /** Unless there is something newer to be shown. */
  private synchronized void again(Title title, Optional<Object> document) {
    news.putIfAbsent(title, document);
  }

  void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
