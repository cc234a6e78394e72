package dev.pulse.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** What is counted for one topic; looked up once, then only added to. */
record TopicMeters(
    Counter submitted,
    Counter claimed,
    Counter completed,
    Counter failed,
    Counter dead,
    Counter retried,
    Counter leaseLosses,
    Timer dispatch) {

  static TopicMeters of(MeterRegistry registry, String topic) {
    return new TopicMeters(
        counter(registry, "pulse.jobs.submitted", "Jobs made durable", topic),
        counter(registry, "pulse.jobs.claimed", "Attempts handed to workers", topic),
        counter(registry, "pulse.jobs.completed", "Jobs that ended well", topic),
        counter(registry, "pulse.jobs.failed", "Attempts that failed", topic),
        counter(registry, "pulse.jobs.dead", "Jobs whose attempts were used up", topic),
        counter(registry, "pulse.jobs.retried", "Dead or canceled jobs started over", topic),
        counter(registry, "pulse.lease.losses", "Leases that lapsed or were fenced out", topic),
        Timer.builder("pulse.dispatch.latency")
            .description("From submit to assignment of jobs that were due at once")
            .tag("topic", topic)
            .serviceLevelObjectives(
                Duration.ofMillis(1),
                Duration.ofMillis(5),
                Duration.ofMillis(25),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofMinutes(1))
            .register(registry));
  }

  private static Counter counter(
      MeterRegistry registry, String name, String description, String topic) {
    return Counter.builder(name).description(description).tag("topic", topic).register(registry);
  }
}
