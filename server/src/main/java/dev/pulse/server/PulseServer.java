package dev.pulse.server;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.common.util.ThreadFactories;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerPort;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.grpc.GrpcApi;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Line;
import dev.pulse.server.rest.Health;
import dev.pulse.server.rest.RestApi;
import dev.pulse.server.rest.RestConfig;
import dev.pulse.server.rooms.Rooms;
import dev.pulse.server.schedule.Schedules;
import dev.pulse.server.upkeep.Loops;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server, wired by hand. Reading this file is reading how the rooms hang together. */
public final class PulseServer implements AutoCloseable {
  private static final int CHUNK = 1000;
  private static final int SCHEDULES = 200; // each may have many occurrences to make up for
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final Duration QUIET = Duration.ofMillis(50);
  private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(10);

  /** What is no address of the server's own, and so may be a page. */
  private static final String PAGES =
      "regex:^/(?!Pulse(/|$)|pulse\\.v1\\.|grpc\\.|healthz$|readyz$|metrics$).*$";

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final EventLoopGroup eventLoops =
      EventLoopGroups.newEventLoopGroup(
          Math.max(2, Runtime.getRuntime().availableProcessors()), "pulse", true);
  private final Metrics metrics = new Metrics(Metrics.MOST_TOPICS);
  private final Loops loops = new Loops();
  private final ServerConfig config;
  private final Health health;
  private final Rooms rooms;
  private final Server http;
  private volatile HttpService pages = (_, _) -> HttpResponse.of(HttpStatus.NOT_FOUND);

  /** Starts serving on a migrated database. */
  public PulseServer(ServerConfig config, Database database) {
    this.config = config;
    var clock = InstantSource.system();
    this.health = new Health(database, threads);
    this.rooms = Rooms.open(database, config.jobs(), metrics, clock, threads);
    metrics.watchQueues(rooms.jobs(), clock);
    metrics.watchPool(database.pool());
    this.http = http();
    upkeep(rooms.jobs(), rooms.dispatcher(), rooms.schedules());
    eventLoops.forEach(loop -> shortCut(database.line((EventLoop) loop)));
    http.start().join();
  }

  private void shortCut(@Nullable Line line) {
    if (line != null) {
      rooms.dispatcher().use(line);
    }
  }

  private Server http() {
    ServerBuilder server =
        Server.builder()
            .workerGroup(eventLoops, false)
            .bossGroupFactory(PulseServer::acceptor)
            .gracefulShutdownTimeout(QUIET, LONGEST_SHUTDOWN)
            .childChannelPipelineCustomizer(pipeline -> pipeline.addFirst(new OneFlush()))
            .disableServerHeader();
    SessionProtocol protocol =
        config.tls().isPresent() ? SessionProtocol.HTTPS : SessionProtocol.HTTP;
    server.port(new ServerPort(config.listening().address(), protocol));
    config.tls().ifPresent(tls -> tls.on(server));
    new RestApi(rooms, health, RestConfig.DEFAULT, threads).on(server);
    metrics.on(server, threads);
    server.service(GrpcApi.service(rooms, config.lease(), threads));
    server.service(PAGES, (context, request) -> pages.serve(context, request));
    new Authentication(config.users(), threads).on(server); // last, so that it covers everything
    return server.build();
  }

  /**
   * Once stopped it is gone: its default would wait two seconds for who cannot come any more. Until
   * then its thread keeps the process alive.
   */
  static EventLoopGroup acceptor(String name) {
    return EventLoopGroups.builder()
        .numThreads(1)
        .threadFactory(ThreadFactories.newEventLoopThreadFactory(name, false))
        .gracefulShutdown(Duration.ZERO, Duration.ofSeconds(1))
        .build();
  }

  private void upkeep(Jobs jobs, Dispatcher dispatcher, Schedules schedules) {
    var clockwork = new Clockwork(schedules, SCHEDULES, POLL);
    schedules.onChange(loops.repeat("schedules", clockwork::step)::wake);
    var promoter = new Promoter(jobs, CHUNK, POLL);
    jobs.onScheduled(loops.repeat("promoter", promoter::step)::wake);
    rooms.slings().onNews(loops.repeat("scheduler", rooms.slings()::step)::wake);
    loops.every(POLL, "poll", dispatcher::poll);
    loops.every(Duration.ofSeconds(5), "minutes", rooms.minutes()::add);
    loops.every(Duration.ofHours(1), "old minutes", rooms.minutes()::prune);
    loops.every(POLL, "logs", rooms.logs()::poll);
    loops.every(POLL.dividedBy(2), "events of other servers", rooms.runs()::pollEvents);
    loops.every(POLL, "expiry of waits", () -> rooms.runs().expire(CHUNK));
    loops.every(Duration.ofSeconds(5), "jobs of canceled runs", () -> rooms.runs().unwind(CHUNK));
    loops.every(Duration.ofSeconds(1), "pauses", dispatcher::followPauses);
    loops.every(Duration.ofSeconds(1), "aging", jobs::followAging);
    Duration often = config.lease().dividedBy(6);
    loops.every(often.compareTo(BEAT) < 0 ? often : BEAT, "heartbeats", dispatcher::beat);
    loops.every(often, "lost leases", () -> dispatcher.tellLost(often));
    loops.every(often, "undelivered jobs", () -> dispatcher.handBackUndelivered(often));
    loops.every(often, "watchdog", jobs::reap);
    loops.repeat(
        "pruner",
        () ->
            jobs.prune(CHUNK) + rooms.runs().prune(CHUNK) + rooms.slings().prune(CHUNK) > 0
                ? Duration.ofMillis(50)
                : Duration.ofMinutes(1));
  }

  /** Serves pages wherever there is nothing of its own, behind the same guard. */
  public void show(HttpService pages) {
    this.pages = pages;
  }

  public int port() {
    return http.activeLocalPort();
  }

  /** Stops claiming, sends workers elsewhere, lets what is under way end (H5). */
  @Override
  public void close() {
    health.drain();
    rooms.drain();
    loops.close();
    http.stop().join(); // answers what is under way, up to a bound
    rooms.close();
    threads.shutdown();
    metrics.close();
    eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
