package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.Backoff;
import dev.pulse.JobOptions;
import dev.pulse.JobRequest;
import dev.pulse.Tracing;
import dev.pulse.v1.NewJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DraftTest {
  private static final Tracing TRACER =
      new Tracing() {
        @Override
        public Optional<String> traceparent() {
          return Optional.of("of the tracer");
        }
      };

  private static NewJob job(Consumer<JobOptions> options) {
    return Draft.of(
            JobRequest.of("email", null, options),
            new JobIds(() -> 1),
            new Codec(Codec.defaultMapper()),
            TRACER)
        .job();
  }

  @Test
  void everyOptionIsOnTheWire() {
    NewJob job =
        job(
            options ->
                options
                    .topic("mail")
                    .priority(5)
                    .maxAttempts(3)
                    .delay(Duration.ofMillis(1500))
                    .uniqueKey("k")
                    .limits("a", "b")
                    .limits("c")
                    .backoff(Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1)))
                    .traceparent("of the caller"));
    assertThat(job.getName()).isEqualTo("email");
    assertThat(job.getTopic()).isEqualTo("mail");
    assertThat(job.getPriority()).isEqualTo(5);
    assertThat(job.getMaxAttempts()).isEqualTo(3);
    assertThat(FromWire.duration(job.getDelay())).isEqualTo(Duration.ofMillis(1500));
    assertThat(job.getUniqueKey()).isEqualTo("k");
    assertThat(job.getLimitsList()).containsExactly("a", "b", "c");
    assertThat(job.getBackoff().getFactor()).isEqualTo(2);
    assertThat(job.getTraceparent()).isEqualTo("of the caller");
  }

  @Test
  void whatIsLeftOutIsLeftToTheServerButTheId() {
    NewJob job = job(options -> {});
    assertThat(job.getId()).isNotEmpty();
    assertThat(job.getArgs()).isEmpty();
    assertThat(job.getTopic()).isEmpty();
    assertThat(job.hasDelay() || job.hasAt() || job.hasBackoff()).isFalse();
    assertThat(job.getTraceparent()).isEqualTo("of the tracer");
  }

  @Test
  void aTimeBeforeTheEpochKeepsItsNanoseconds() {
    Instant time = Instant.ofEpochSecond(-1, 500);
    assertThat(FromWire.instant(job(options -> options.at(time)).getAt())).isEqualTo(time);
  }

  @Test
  void zeroAttemptsAreRefusedBecauseTheWireWouldTakeThemForTheDefault() {
    assertThatThrownBy(() -> job(options -> options.maxAttempts(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
