package dev.pulse.cli;

import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.dashboard.Dashboard;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.auth.Authentication;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Composes what {@code up} and {@code server} run, and says when it is ready. */
final class Serving {
  private final HomeOptions home;
  private final ListenOptions listen;

  Serving(HomeOptions home, ListenOptions listen) {
    this.home = home;
    this.listen = listen;
  }

  /**
   * @param more what to say below the line that tells it is up; empty: nothing
   */
  int untilStopped(List<Part> parts, String more)
      throws IOException, PlanRefused, InterruptedException {
    var insider = new Insider(listen.config()); // refused before anything is started
    ServerConfig config = insider.config();
    try (var stop = new UntilStopped();
        var store = Store.open(home)) {
      store.migrate();
      try (var server = new PulseServer(config, store.database());
          var pulse = insider.connect(server.port());
          var dashboard = new Dashboard(pulse, Authentication::user, pulse::onBehalfOf);
          var running = new Running()) {
        server.show(dashboard);
        for (Part part : parts) {
          running.stops.push(part.start(pulse, home.home));
        }
        System.out.printf(
            "pulse is up: %s://%s:%d%n",
            config.tls().isPresent() ? "https" : "http",
            config.listening().address().getHostString(),
            server.port());
        System.out.print(more);
        System.out.flush();
        stop.await();
      }
    }
    return 0;
  }

  /** The parts that were started; the last one is stopped first. */
  private static final class Running implements AutoCloseable {
    private final Deque<Runnable> stops = new ArrayDeque<>();

    @Override
    public void close() {
      stops.forEach(Runnable::run);
    }
  }
}
