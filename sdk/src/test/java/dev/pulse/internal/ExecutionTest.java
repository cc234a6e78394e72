package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Json;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExecutionTest {
  private final Execution execution = new Execution(Assigned.job(1, "quick", "{\"A\":1}"));

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @Test
  void anInterruptHitsOnlyBetweenBeginAndEnd() {
    execution.stop();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    execution.begin();
    execution.stop();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    execution.end();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    execution.stop();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void whatWasAbandonedNeverBegins() {
    assertThat(execution.abandon()).isTrue();
    assertThat(execution.begin()).isFalse();
  }

  @Test
  void whatHasEndedCannotBeAbandoned() {
    execution.begin();
    execution.end();
    assertThat(execution.abandon()).isFalse();
  }

  @Test
  void theHandlerSeesItsAttempt() {
    assertThat(execution.attempt()).isEqualTo(1);
    assertThat(execution.maxAttempts()).isEqualTo(5);
    assertThat(execution.topic()).isEqualTo("default");
    assertThat(execution.rawArgs()).isEqualTo(Json.of("{\"A\":1}"));
    assertThat(execution.submittedAt()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
    assertThat(execution.traceparent()).isEmpty();
    assertThat(execution.canceled()).isFalse();
    execution.lose();
    assertThat(execution.canceled()).isTrue();
  }
}
