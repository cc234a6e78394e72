package dev.pulse.server;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.dispatch.Wakeups;
import dev.pulse.server.grpc.GrpcApi;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.upkeep.Loops;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** A server, wired by hand. Reading this file is reading how the rooms hang together. */
public final class PulseServer implements AutoCloseable {
  private static final int CHUNK = 1000;
  private static final Duration POLL = Duration.ofMillis(500);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Loops loops = new Loops();
  private final Wakeups wakeups;
  private final Dispatcher dispatcher;
  private final Server http;
  private final ServerConfig config;

  /** Starts serving on a migrated database. */
  public PulseServer(ServerConfig config, Database database) {
    this.config = config;
    var jobs = new Jobs(database, config.jobs(), RandomGenerator.getDefault());
    this.wakeups = new Wakeups(database);
    this.dispatcher = new Dispatcher(jobs, wakeups, threads);
    this.http =
        Server.builder()
            .port(config.listen(), SessionProtocol.HTTP)
            .service(GrpcApi.service(jobs, dispatcher, config.lease(), threads))
            .build();
    wakeups.start();
    upkeep(jobs);
    http.start().join();
  }

  private void upkeep(Jobs jobs) {
    var promoter = new Promoter(jobs, CHUNK, POLL);
    jobs.onScheduled(loops.repeat("promoter", promoter::step)::wake);
    loops.every(POLL, "poll", dispatcher::poll);
    loops.every(Duration.ofSeconds(1), "heartbeats", dispatcher::beat);
    Duration often = config.lease().dividedBy(6);
    loops.every(often, "lost leases", () -> dispatcher.tellLost(often));
    loops.every(often, "watchdog", jobs::reap);
    loops.repeat(
        "pruner", () -> jobs.prune(CHUNK) > 0 ? Duration.ofMillis(50) : Duration.ofMinutes(1));
  }

  public int port() {
    return http.activeLocalPort();
  }

  /** Stops claiming, sends workers elsewhere, lets calls under way end, within a bound. */
  @Override
  public void close() {
    dispatcher.drain();
    loops.close();
    http.stop().join();
    dispatcher.close();
    wakeups.close();
    threads.shutdown();
  }
}
