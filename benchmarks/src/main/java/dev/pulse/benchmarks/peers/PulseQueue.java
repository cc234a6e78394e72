package dev.pulse.benchmarks.peers;

import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;

/** Pulse as users have it: SDK, gRPC, a server in a process of its own. */
final class PulseQueue implements JobQueue {
  private static final String LIMIT = "bench-saturated";
  private static final int CONCURRENCY = 1000;

  private final String jdbc;
  private final String jvm;
  private final ServerProcess server;
  private final Pulse pulse;

  PulseQueue(String jdbc, String jvm) throws IOException {
    this.jdbc = jdbc;
    this.jvm = jvm;
    this.server = ServerProcess.start(jdbc, List.of(jvm.split(" ", -1)));
    this.pulse =
        Pulse.connect(server.address(), options -> options.deadline(Duration.ofMinutes(1)));
  }

  @Override
  public String name() {
    return "Pulse";
  }

  @Override
  public String version() {
    return "0.1.0";
  }

  @Override
  public String setup() {
    return "gRPC, server %s; 2 workers of %d, batches of 1000, rows and history kept"
        .formatted(jvm, CONCURRENCY);
  }

  @Override
  public int pace() {
    return 40_000;
  }

  /** Two JVMs are to be compiled, on processors they share with Postgres. */
  @Override
  public Duration warmUp() {
    return Duration.ofSeconds(40);
  }

  @Override
  public Set<Shape> shapes() {
    return EnumSet.allOf(Shape.class);
  }

  @Override
  public long server() {
    return server.pid();
  }

  @Override
  public boolean closesAcknowledged() {
    return true;
  }

  @Override
  public void clear() throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbc);
        var statement = connection.createStatement()) {
      statement.execute(
          "TRUNCATE pulse.job, pulse.ready, pulse.later, pulse.running, pulse.finished,"
              + " pulse.attempt");
    }
  }

  @Override
  public void submit(long tag) {
    pulse.submit("noop", Json.of(JobQueue.args(tag)));
  }

  @Override
  public void submitAll(long first, int count) {
    submitAll(first, count, at -> JobRequest.of("noop", Json.of(JobQueue.args(at))));
  }

  private interface Request {
    JobRequest of(long tag);
  }

  private void submitAll(long first, int count, Request request) {
    for (int done = 0; done < count; done += 1000) {
      var requests = new ArrayList<JobRequest>();
      for (int at = 0; at < Math.min(1000, count - done); at++) {
        requests.add(request.of(first + done + at));
      }
      pulse.submitAll(requests);
    }
  }

  @Override
  public void fill(int jobs, Shape shape, int others) throws Exception {
    switch (shape) {
      case PLAIN, WORKERS -> {}
      case NOT_DUE ->
          submitAll(
              0,
              others,
              at ->
                  JobRequest.of(
                      "noop",
                      Json.of(JobQueue.args(at)),
                      options -> options.delay(Duration.ofDays(1))));
      case LIMITED -> {
        pulse.limits().set(LIMIT, limit -> limit.maxRunning(1));
        pulse.submit("hold", null, options -> options.topic("hold").limits(LIMIT));
        submitAll(
            0,
            others,
            at ->
                JobRequest.of(
                    "noop", Json.of(JobQueue.args(at)), options -> options.limits(LIMIT)));
      }
      case TOPICS -> {
        submitAll(
            0,
            jobs,
            at ->
                JobRequest.of(
                    "noop",
                    Json.of(JobQueue.args(at)),
                    options -> options.topic("topic-" + at % others)));
        return;
      }
    }
    submitAll(0, jobs);
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) throws Exception {
    return switch (shape) {
      case LIMITED -> limited(started);
      case PLAIN, NOT_DUE -> workers(started, 2, CONCURRENCY, List.of("default"));
      case TOPICS -> {
        var topics = new ArrayList<String>();
        for (int at = 0; at < others; at++) {
          topics.add("topic-" + at);
        }
        yield workers(started, 2, CONCURRENCY, topics);
      }
      case WORKERS ->
          workers(started, others, Math.max(1, 2 * CONCURRENCY / others), List.of("default"));
    };
  }

  /** One job has the only slot of the limit for as long as the others are drained. */
  private Working limited(LongConsumer started) throws Exception {
    var held = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Worker holder =
        pulse
            .worker()
            .topic("hold")
            .handle(
                "hold",
                _ -> {
                  held.countDown();
                  release.await();
                  return Outcome.done();
                })
            .start();
    held.await();
    Working workers = workers(started, 2, CONCURRENCY, List.of("default"));
    return () -> {
      workers.close();
      release.countDown();
      holder.close();
    };
  }

  private Working workers(LongConsumer started, int count, int concurrency, List<String> topics) {
    var workers = new ArrayList<Worker>();
    for (int at = 0; at < count; at++) {
      var worker = pulse.worker().concurrency(concurrency);
      topics.forEach(worker::topic);
      workers.add(
          worker
              .handle(
                  "noop",
                  job -> {
                    started.accept(JobQueue.tag(job.rawArgs().text()));
                    return Outcome.done();
                  })
              .start());
    }
    // Each waits until all its reports are acknowledged: together, as they worked.
    return () -> workers.parallelStream().forEach(Worker::close);
  }

  @Override
  public void close() throws Exception {
    pulse.close();
    server.stop();
  }
}
