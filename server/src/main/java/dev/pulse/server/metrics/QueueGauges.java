package dev.pulse.server.metrics;

import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobFilter;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.TopicCount;
import dev.pulse.server.postgres.DatabaseFailure;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many jobs stand where, and how long the next one of each topic has waited. Read when somebody
 * scrapes, and at most every few seconds; the counts stop at the kernel's cap, so the cost does not
 * grow with the backlog.
 */
final class QueueGauges {
  private static final Logger log = LoggerFactory.getLogger(QueueGauges.class);
  private static final Duration FRESH = Duration.ofSeconds(5);

  private record Place(String topic, JobStatus status) {}

  private final Jobs jobs;
  private final Topics topics;
  private final InstantSource clock;
  private final MultiGauge depth;
  private final MultiGauge age;
  private final ReentrantLock reading = new ReentrantLock();
  private Instant readAt = Instant.MIN;

  QueueGauges(Jobs jobs, Topics topics, InstantSource clock, MeterRegistry registry) {
    this.jobs = jobs;
    this.topics = topics;
    this.clock = clock;
    this.depth =
        MultiGauge.builder("pulse.queue.depth")
            .description("Unfinished jobs and dead letters; counting stops at 10000")
            .register(registry);
    this.age =
        MultiGauge.builder("pulse.queue.age")
            .description("How long the job that starts next has waited")
            .baseUnit("seconds")
            .register(registry);
  }

  /** Reads them anew if they are old; whoever comes while somebody reads need not wait. */
  void refresh() {
    Instant now = clock.instant();
    if (!reading.tryLock()) {
      return;
    }
    try {
      if (!readAt.plus(FRESH).isAfter(now)) {
        readAt = now;
        read(now);
      }
    } finally {
      reading.unlock();
    }
  }

  /** A database that does not answer takes these gauges away, not the whole page. */
  private void read(Instant now) {
    try {
      List<TopicCount> counts = jobs.counts();
      depth.register(depths(counts), true);
      age.register(ages(counts, now), true);
    } catch (DatabaseFailure e) {
      log.warn("the queues could not be counted: {}", e.getMessage());
      depth.register(List.of(), true);
      age.register(List.of(), true);
    }
  }

  private List<MultiGauge.Row<?>> depths(List<TopicCount> counts) {
    Map<Place, Long> sums = new HashMap<>();
    for (TopicCount count : counts) {
      sums.merge(new Place(topics.label(count.topic()), count.status()), count.count(), Long::sum);
    }
    return sums.entrySet().stream()
        .<MultiGauge.Row<?>>map(
            sum ->
                MultiGauge.Row.of(
                    Tags.of("topic", sum.getKey().topic(), "status", sum.getKey().status().name()),
                    sum.getValue()))
        .toList();
  }

  /**
   * The next of a topic is the oldest of its highest priority: one look at the head of an index.
   */
  private List<MultiGauge.Row<?>> ages(List<TopicCount> counts, Instant now) {
    Map<String, Double> oldest = new HashMap<>();
    for (TopicCount count : counts) {
      String label = topics.label(count.topic());
      if (count.status() != JobStatus.PENDING || label.equals(Topics.OTHER)) {
        continue;
      }
      var waiting = new JobFilter(count.topic(), null, JobStatus.PENDING);
      for (Job next : jobs.list(waiting, 1, null).items()) {
        oldest.put(label, waited(next, now));
      }
    }
    return oldest.entrySet().stream()
        .<MultiGauge.Row<?>>map(
            entry -> MultiGauge.Row.of(Tags.of("topic", entry.getKey()), entry.getValue()))
        .toList();
  }

  private static double waited(Job job, Instant now) {
    return Math.max(0, Duration.between(job.submittedAt(), now).toMillis() / 1000.0);
  }
}
