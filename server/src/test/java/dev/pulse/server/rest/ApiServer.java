package dev.pulse.server.rest;

import com.linecorp.armeria.server.Server;
import dev.pulse.server.Served;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.rooms.Rooms;
import dev.pulse.server.run.Runs;
import dev.pulse.server.schedule.Schedules;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The API on a free port. Every answer is held against the OpenAPI document. */
final class ApiServer implements AutoCloseable {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService blocking = Executors.newVirtualThreadPerTaskExecutor();
  private final Server server;
  private final Rooms rooms;
  final Jobs jobs;
  final Schedules schedules;
  final AttemptLogs logs;
  final Runs runs;
  final RestApi rest;
  final Health health;

  ApiServer(Database database) {
    rooms =
        Rooms.open(
            database,
            JobConfig.DEFAULT,
            new Metrics(Metrics.MOST_TOPICS),
            InstantSource.system(),
            blocking);
    jobs = rooms.jobs();
    schedules = rooms.schedules();
    logs = rooms.logs();
    health = new Health(database, blocking);
    runs = rooms.runs();
    rest = new RestApi(rooms, health, RestConfig.DEFAULT, blocking);
    var builder = Served.anywhere();
    rest.on(builder);
    server = builder.build();
    server.start().join();
  }

  /** What a server does every half second: looks for ends it was not told of. */
  void poll() {
    rooms.dispatcher().poll();
  }

  int port() {
    return server.activeLocalPort();
  }

  Reply get(String path) {
    return send(request(path).GET());
  }

  Reply post(String path, String body) {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .timeout(Duration.ofSeconds(60));
  }

  Reply send(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    try {
      var response = client.send(request, BodyHandlers.ofString());
      var reply = new Reply(response.statusCode(), response.body(), response.headers());
      OpenApiDocument.READ.check(request.method(), request.uri().getRawPath(), reply);
      return reply;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    logs.release();
    server.stop().join();
    rooms.close();
    client.close();
    blocking.close();
  }
}
