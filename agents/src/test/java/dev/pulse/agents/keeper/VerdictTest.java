package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A finished job becomes one of four outcomes (K4, A4). */
class VerdictTest {
  private static Job job(JobStatus status, String result, String error) {
    return new Job(
        UUID.randomUUID(),
        "agent",
        "agents",
        Json.EMPTY,
        0,
        status,
        1,
        1,
        error,
        result == null ? null : Json.of(result),
        null,
        null,
        null,
        null,
        null,
        null,
        List.of(),
        null,
        Instant.EPOCH,
        null,
        null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"outcome\":\"DONE\",\"output\":\"NO-WORK is what I fixed\"} | DONE",
        "{\"outcome\":\"NO_WORK\"}          | NO_WORK",
        "{\"outcome\":\"SUSPENDED\"}        | FAILED",
        "{\"output\":\"NO-WORK\"}           | NO_WORK",
        "{\"output\":\"work: NO-WORK\"}     | DONE",
        "\"NO-WORK today\"                  | NO_WORK",
        "\"all done\"                       | DONE",
        "17                                 | DONE",
        "{}                                 | DONE",
      })
  void completed(String result, Outcome outcome) {
    assertThat(Verdict.of(job(JobStatus.COMPLETED, result, null), null).outcome())
        .isEqualTo(outcome);
  }

  @Test
  void completedWithoutAResult() {
    assertThat(Verdict.of(job(JobStatus.COMPLETED, null, null), null).outcome())
        .isEqualTo(Outcome.DONE);
  }

  @Test
  void deadByTheRunnersOwnWallClockIsKilledAndElseFailed() {
    Job dead = job(JobStatus.DEAD_LETTERED, null, "x".repeat(1000));
    assertThat(Verdict.of(dead, Json.of("{\"outcome\":\"KILLED\"}")).outcome())
        .isEqualTo(Outcome.KILLED);
    Verdict failed = Verdict.of(dead, Json.of("{\"outcome\":\"FAILED\"}"));
    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(failed.detail()).hasSize(301);
    assertThat(Verdict.of(dead, null).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(Verdict.of(dead, Json.of("not json")).outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void canceledBySomebodyHoldsThePlace() {
    assertThat(Verdict.of(job(JobStatus.CANCELED, null, null), null).outcome())
        .isEqualTo(Outcome.FAILED);
  }

  @ParameterizedTest
  @EnumSource(names = {"SCHEDULED", "PENDING", "RUNNING", "RETRYING", "UNKNOWN"})
  void whatHasNotFinishedIsNotJudged(JobStatus status) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Verdict.of(job(status, null, null), null));
  }
}
