package dev.pulse.cli;

import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;

/** Composes what {@code up} and {@code server} run, and says when it is ready. */
final class Serving {
  private final HomeOptions home;
  private final ListenOptions listen;

  Serving(HomeOptions home, ListenOptions listen) {
    this.home = home;
    this.listen = listen;
  }

  int untilStopped() throws InterruptedException {
    ServerConfig config = listen.config(); // refused before anything is started
    try (var stop = new UntilStopped();
        var store = Store.open(home)) {
      store.migrate();
      try (var server = new PulseServer(config, store.database())) {
        System.out.printf(
            "pulse is up: %s://%s:%d%n",
            config.tls().isPresent() ? "https" : "http",
            config.listening().address().getHostString(),
            server.port());
        stop.await();
      }
    }
    return 0;
  }
}
