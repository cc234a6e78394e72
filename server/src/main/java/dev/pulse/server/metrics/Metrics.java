package dev.pulse.server.metrics;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServerBuilder;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.pulse.server.job.Jobs;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Everything the server counts, and the page that shows it to Prometheus. */
public final class Metrics implements AutoCloseable {
  /** More labels than this would cost Prometheus more than they tell anybody. */
  public static final int MOST_TOPICS = 100;

  /** A slow database must not cost the scraper the page: then the last counts are shown. */
  private static final long PATIENCE_SECONDS = 1;

  private static final MediaType EXPOSITION =
      MediaType.parse("text/plain; version=0.0.4; charset=utf-8");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<String, TopicMeters> meters = new ConcurrentHashMap<>();
  private final Map<String, DistributionSummary> batches = new ConcurrentHashMap<>();
  private final Totals totals = new Totals();
  private final Topics topics;
  private volatile @Nullable QueueGauges queues;

  /**
   * @param mostTopics so many topics get a label of their own, the rest are "other"
   */
  public Metrics(int mostTopics) {
    this.topics = new Topics(mostTopics);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  public void submitted(String topic, int jobs) {
    totals.submitted.add(jobs);
    of(topic).submitted().increment(jobs);
  }

  public void claimed(String topic, int jobs) {
    totals.started.add(jobs);
    of(topic).claimed().increment(jobs);
  }

  public void completed(String topic, int jobs) {
    totals.completed.add(jobs);
    of(topic).completed().increment(jobs);
  }

  /** An attempt that failed, whether or not another follows. */
  public void failed(String topic, int attempts) {
    totals.failed.add(attempts);
    of(topic).failed().increment(attempts);
  }

  /** Jobs that came to their last failure. */
  public void dead(String topic, int jobs) {
    totals.dead.add(jobs);
    of(topic).dead().increment(jobs);
  }

  /** Jobs that somebody started over by hand. */
  public void retried(String topic, int jobs) {
    of(topic).retried().increment(jobs);
  }

  public void leaseLost(String topic, int leases) {
    of(topic).leaseLosses().increment(leases);
  }

  /** A job reached its worker that long after it was submitted. */
  public void dispatched(String topic, Duration afterSubmit) {
    totals.dispatched(afterSubmit);
    of(topic).dispatch().record(afterSubmit.isNegative() ? Duration.ZERO : afterSubmit);
  }

  /**
   * So many went to the database together.
   *
   * @param kind submit, claim or report; a word of ours, never of a caller's
   */
  public void batch(String kind, int size) {
    batches
        .computeIfAbsent(
            kind,
            _ ->
                DistributionSummary.builder("pulse.batch.size")
                    .description("How many went to the database in one statement")
                    .tag("kind", kind)
                    .serviceLevelObjectives(1, 10, 100, 1000)
                    .register(registry))
        .record(size);
  }

  /** Shows depth and age of the queues from now on. */
  public void watchQueues(Jobs jobs, InstantSource clock) {
    queues = new QueueGauges(jobs, topics, clock, registry);
  }

  /** Shows the pool of database connections from now on. */
  public void watchPool(HikariPoolMXBean pool) {
    connections(pool, "active", HikariPoolMXBean::getActiveConnections);
    connections(pool, "idle", HikariPoolMXBean::getIdleConnections);
    Gauge.builder("pulse.pool.waiting", pool, HikariPoolMXBean::getThreadsAwaitingConnection)
        .description("Who waits for a database connection")
        .strongReference(true)
        .register(registry);
  }

  /** For meters that others bring, such as the web server's. */
  public MeterRegistry registry() {
    return registry;
  }

  /**
   * Serves {@code /metrics} there, and counts what the web server does.
   *
   * @param blocking where the database may be asked
   */
  public void on(ServerBuilder server, Executor blocking) {
    server.meterRegistry(registry);
    server.service(
        "/metrics",
        (_, _) ->
            HttpResponse.of(
                CompletableFuture.runAsync(this::refresh, blocking)
                    .completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .thenApplyAsync(
                        _ -> HttpResponse.of(HttpStatus.OK, EXPOSITION, registry.scrape()),
                        blocking)));
  }

  /** What was counted so far, of all topics together. */
  public Tally tally() {
    return totals.tally();
  }

  /** The page as it stands now. */
  public String page() {
    refresh();
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }

  private void refresh() {
    QueueGauges seen = queues;
    if (seen != null) {
      seen.refresh();
    }
  }

  private void connections(
      HikariPoolMXBean pool, String state, ToDoubleFunction<HikariPoolMXBean> count) {
    Gauge.builder("pulse.pool.connections", pool, count)
        .description("Database connections of this server")
        .tag("state", state)
        .strongReference(true)
        .register(registry);
  }

  private TopicMeters of(String topic) {
    return meters.computeIfAbsent(topics.label(topic), label -> TopicMeters.of(registry, label));
  }
}
