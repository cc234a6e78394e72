package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A failure may have a result, which is kept with its attempt (A7, J11). */
class FailureResultTest {
  private static final String COST = "{ \"cost_usd\": 0.10, \"turns\":9007199254740993 }";
  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void itIsKeptToTheByteWithEveryAttemptAndIsNotTheJobsResult() {
    UUID id = kernel.submit(NewJob.named("j").but().maxAttempts(2).build());
    long worker = kernel.worker("w");
    kernel.report(kernel.claimOne(worker), new Outcome.Failed("first", COST));
    kernel.advanceAndPromote(Duration.ofHours(1));
    kernel.report(kernel.claimOne(worker), new Outcome.FailedForGood("second", "[2]"));
    assertThat(kernel.jobs().attempts(id))
        .extracting(AttemptRecord::outcome, AttemptRecord::error, AttemptRecord::result)
        .containsExactly(tuple("FAILED", "first", COST), tuple("FAILED_FOR_GOOD", "second", "[2]"));
    assertThat(kernel.job(id).status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(kernel.job(id).result()).isNull();
    assertThat(kernel.job(id).lastError()).isEqualTo("second");
  }

  @Test
  void aZombiesFailureKeepsItsResultTooAndChangesNothing() {
    UUID id = kernel.submit("j");
    Assignment lost = kernel.claimOne(kernel.worker("w"));
    kernel.jobs().cancel(id);
    assertThat(kernel.report(lost, new Outcome.Failed("late", COST)))
        .isEqualTo(new Ack.FencedOut());
    AttemptRecord attempt = kernel.jobs().attempts(id).getFirst();
    assertThat(attempt.outcome()).isEqualTo("CANCELED");
    assertThat(attempt.result()).isNull();
    assertThat(attempt.late().result()).isEqualTo(COST);
  }

  @Test
  void aResultThatCannotBeKeptLeavesTheFailureWhatItWas() {
    var lease = new Lease(1, 2, 3);
    String large = "\"" + "x".repeat(JobConfig.DEFAULT.maxResultBytes()) + "\"";
    assertThat(kernel.jobs().accept(lease, new Outcome.FailedForGood("no", large)).outcome())
        .isInstanceOfSatisfying(
            Outcome.FailedForGood.class,
            failed -> {
              assertThat(failed.error())
                  .startsWith("no\n[its result was refused: result is larger");
              assertThat(failed.result()).isNull();
            });
    assertThat(kernel.jobs().accept(lease, new Outcome.Failed("no", "{")).outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.error()).contains("no\n[its result was refused: result is"));
    assertThatThrownBy(() -> new Report(lease, new Outcome.Failed("no", "{")))
        .isInstanceOf(JobRefused.class);
  }
}
