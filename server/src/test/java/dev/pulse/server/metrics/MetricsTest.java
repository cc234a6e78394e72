package dev.pulse.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.server.Server;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.pulse.server.Served;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.PulseDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page tells Prometheus, in names that stay. */
class MetricsTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  @Test
  void whatHappensIsCountedByTopic() {
    try (var metrics = new Metrics(Metrics.MOST_TOPICS)) {
      metrics.submitted("mail", 3);
      metrics.submitted("mail", 2);
      metrics.claimed("mail", 4);
      metrics.completed("mail", 1);
      metrics.failed("mail", 2);
      metrics.dead("mail", 1);
      metrics.retried("mail", 1);
      metrics.leaseLost("mail", 1);
      metrics.dispatched("mail", Duration.ofMillis(3));
      metrics.dispatched("mail", Duration.ofMillis(-1));
      metrics.batch("submit", 128);
      assertThat(metrics.page().lines())
          .contains(
              "pulse_jobs_submitted_total{topic=\"mail\"} 5.0",
              "pulse_jobs_claimed_total{topic=\"mail\"} 4.0",
              "pulse_jobs_completed_total{topic=\"mail\"} 1.0",
              "pulse_jobs_failed_total{topic=\"mail\"} 2.0",
              "pulse_jobs_dead_total{topic=\"mail\"} 1.0",
              "pulse_jobs_retried_total{topic=\"mail\"} 1.0",
              "pulse_lease_losses_total{topic=\"mail\"} 1.0",
              "pulse_dispatch_latency_seconds_bucket{topic=\"mail\",le=\"0.005\"} 2",
              "pulse_batch_size_bucket{kind=\"submit\",le=\"100.0\"} 0",
              "pulse_batch_size_bucket{kind=\"submit\",le=\"1000.0\"} 1")
          .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"))
          .anyMatch(line -> line.startsWith("process_uptime_seconds "));
    }
  }

  @Test
  void topicsWithoutEndShareALabel() {
    try (var metrics = new Metrics(2)) {
      for (int number = 0; number < 1000; number++) {
        metrics.submitted("t" + number, 1);
      }
      assertThat(metrics.page().lines().filter(line -> line.startsWith("pulse_jobs_submitted")))
          .containsExactlyInAnyOrder(
              "pulse_jobs_submitted_total{topic=\"t0\"} 1.0",
              "pulse_jobs_submitted_total{topic=\"t1\"} 1.0",
              "pulse_jobs_submitted_total{topic=\"other\"} 998.0");
    }
  }

  @Test
  void depthAndAgeAreReadWhenSomebodyLooksAndNotTooOften() {
    var jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    var now = new AtomicReference<>(Instant.now());
    try (var metrics = new Metrics(Metrics.MOST_TOPICS)) {
      metrics.watchQueues(jobs, now::get);
      jobs.submit(NewJob.named("a").but().topic("slow").build());
      jobs.submit(NewJob.named("b").but().topic("slow").delay(Duration.ofHours(1)).build());
      now.updateAndGet(time -> time.plusSeconds(3600));
      assertThat(depth(metrics, "slow", "PENDING")).isEqualTo("1.0");
      assertThat(depth(metrics, "slow", "SCHEDULED")).isEqualTo("1.0");
      assertThat(Double.parseDouble(value(metrics, "pulse_queue_age_seconds{topic=\"slow\"} ")))
          .isBetween(3590.0, 3600.0);

      jobs.submit(NewJob.named("c").but().topic("slow").build());
      assertThat(depth(metrics, "slow", "PENDING")).isEqualTo("1.0");
      now.updateAndGet(time -> time.plusSeconds(6));
      assertThat(depth(metrics, "slow", "PENDING")).isEqualTo("2.0");
    }
  }

  @Test
  void aDatabaseOutOfReachTakesOnlyItsGauges() {
    Database database = Database.open(pulse.url(), 1);
    var jobs = new Jobs(database, JobConfig.DEFAULT, new Random(1));
    try (var metrics = new Metrics(Metrics.MOST_TOPICS)) {
      metrics.watchQueues(jobs, Instant::now);
      metrics.submitted("mail", 1);
      database.close();
      assertThat(metrics.page())
          .contains("pulse_jobs_submitted_total")
          .doesNotContain("pulse_queue_depth{");
    }
  }

  @Test
  void thePoolIsShown() throws Exception {
    var config = new HikariConfig();
    config.setJdbcUrl(pulse.url());
    config.setMaximumPoolSize(2);
    config.setMinimumIdle(1);
    try (var pool = new HikariDataSource(config);
        var metrics = new Metrics(Metrics.MOST_TOPICS)) {
      metrics.watchPool(pool.getHikariPoolMXBean());
      try (var _ = pool.getConnection()) {
        assertThat(value(metrics, "pulse_pool_connections{state=\"active\"} ")).isEqualTo("1.0");
        assertThat(value(metrics, "pulse_pool_waiting ")).isEqualTo("0.0");
      }
      assertThat(value(metrics, "pulse_pool_connections{state=\"active\"} ")).isEqualTo("0.0");
    }
  }

  @Test
  void thePageIsServed() throws Exception {
    var builder = Served.anywhere();
    try (var metrics = new Metrics(Metrics.MOST_TOPICS);
        var blocking = Executors.newVirtualThreadPerTaskExecutor();
        var client = HttpClient.newHttpClient()) {
      metrics.on(builder, blocking);
      metrics.submitted("mail", 1);
      try (Server server = builder.build()) {
        server.start().join();
        var uri = URI.create("http://127.0.0.1:" + server.activeLocalPort() + "/metrics");
        var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(response.headers().firstValue("content-type").orElseThrow())
            .startsWith("text/plain; version=0.0.4");
        assertThat(response.body()).contains("pulse_jobs_submitted_total{topic=\"mail\"} 1.0");
      }
    }
  }

  private static String depth(Metrics metrics, String topic, String status) {
    return value(
        metrics, "pulse_queue_depth{status=\"%s\",topic=\"%s\"} ".formatted(status, topic));
  }

  private static String value(Metrics metrics, String series) {
    return metrics
        .page()
        .lines()
        .filter(line -> line.startsWith(series))
        .map(line -> line.substring(series.length()))
        .findFirst()
        .orElse("none");
  }
}
