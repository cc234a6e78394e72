package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gets a typed error that names the field, and nothing is written. */
class BadInputTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  @AfterEach
  void nothingWasWritten() {
    for (String table : List.of("job", "ready", "later", "running", "finished", "held_key")) {
      assertThat(kernel.number("SELECT count(*) FROM pulse." + table)).as(table).isZero();
    }
  }

  @Test
  void names() {
    refused("name has 1 to 200 characters, this one has 0", () -> kernel.submit(""));
    refused("name has 1 to 200 characters", () -> kernel.submit("x".repeat(1 << 20)));
    refused("name has a NUL character at 1", () -> kernel.submit("a\0b"));
    refused("name has a control character at 1", () -> kernel.submit("a\nb"));
    refused("topic has 1 to 200", draft -> draft.topic(""));
    refused("unique_key has 1 to 500", draft -> draft.uniqueKey(""));
    refused("limit has 1 to 200", draft -> draft.limits(List.of("")));
  }

  @Test
  void numbers() {
    refused("priority is between -1000 and 1000", draft -> draft.priority(1001));
    refused("priority is between -1000 and 1000", draft -> draft.priority(Integer.MIN_VALUE));
    refused("max_attempts is between 1 and 1000", draft -> draft.maxAttempts(0));
    refused("max_attempts is between 1 and 1000", draft -> draft.maxAttempts(-1));
    refused("delay is between 0 and 10 years", draft -> draft.delay(Duration.ofSeconds(-1)));
    refused(
        "delay is between 0 and 10 years",
        draft -> draft.delay(Duration.ofSeconds(Long.MAX_VALUE)));
    refused("at is between 1970 and 2200", draft -> draft.due(new NewJob.Due.At(Instant.MAX)));
    refused("at is between 1970 and 2200", draft -> draft.due(new NewJob.Due.At(Instant.MIN)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{}}",
        "{} {}",
        "nope",
        "'a'",
        "{a:1}",
        "[1,]",
        "NaN",
        "01",
        "\"\uD800\"",
        "\"a\u0000b\"",
        "\"line\nbreak\""
      })
  void argsThatAreNotJson(String args) {
    refused("args ", draft -> draft.args(args));
  }

  @Test
  void argsThatAreTooLarge() {
    String mebibyte = "\"" + "x".repeat(1 << 20) + "\"";
    refused("args is larger than the 1048576 bytes allowed", draft -> draft.args(mebibyte));
    String wide = "\"" + "ä".repeat(600_000) + "\"";
    refused("args is larger than", draft -> draft.args(wide));
    String deep = "[".repeat(10_000) + "]".repeat(10_000);
    refused("args is not JSON", draft -> draft.args(deep));
  }

  @Test
  void oneBadJobSpoilsItsBatch() {
    NewJob good = NewJob.named("good");
    NewJob large = good.but().args("\"" + "x".repeat(1 << 20) + "\"").build();
    refused("args is larger", () -> kernel.jobs().submit(List.of(good, large)));
  }

  @Test
  void unknownIds() {
    UUID unknown = UUID.randomUUID();
    assertThat(kernel.jobs().find(unknown)).isEmpty();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> kernel.jobs().cancel(unknown),
            () -> kernel.jobs().retry(unknown),
            () -> kernel.jobs().explain(unknown))) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              JobRefused.class, e -> assertThat(e.reason()).isEqualTo(JobRefused.Reason.NOT_FOUND))
          .hasMessageContaining(unknown.toString());
    }
  }

  @Test
  void reportsAndWorkers() {
    var lease = new Lease(1, 1, 1);
    refused("result is not JSON", () -> kernel.report(lease, new Outcome.Succeeded("{")));
    refused(
        "result is larger",
        () -> kernel.report(lease, new Outcome.Succeeded("\"" + "x".repeat(1 << 20) + "\"")));
    refused(
        "snooze is between",
        () -> kernel.report(lease, new Outcome.Snoozed(Duration.ofSeconds(-5))));
    refused("cannot report", () -> kernel.report(lease, new Outcome.Canceled()));
    refused("worker name has", () -> kernel.worker(""));
    refused("lease is between", () -> new NewWorker("w", List.of(), List.of(), Duration.ZERO));
    refused("aging is a second", () -> kernel.jobs().aging("t", Duration.ofMillis(5)));
    assertThat(kernel.report(lease, new Outcome.Failed("with \0 inside")))
        .isEqualTo(new Ack.FencedOut());
  }

  @Test
  void cursorsAndLimits() {
    for (String cursor : List.of("!", "bm9wZQ", "UEVORElOR3wx", "")) {
      refused("cursor is not one", () -> kernel.jobs().list(JobFilter.ANY, 10, cursor));
    }
    refused("limit is between", () -> kernel.jobs().list(JobFilter.ANY, 0, null));
    refused("limit is between", () -> kernel.jobs().list(JobFilter.ANY, 501, null));
  }

  @Test
  void backoffs() {
    refused("backoff: factor", () -> new Backoff.Exponential(Duration.ZERO, 0, Duration.ZERO, 0));
    refused(
        "backoff: cap",
        () -> new Backoff.Exponential(Duration.ofSeconds(2), 1, Duration.ofSeconds(1), 0));
    refused("backoff: jitter", () -> new Backoff.Exponential(Duration.ZERO, 1, Duration.ZERO, 2));
  }

  private static void refused(String message, UnaryOperator<NewJob.Draft> change) {
    refused(message, () -> kernel.submit(change.apply(NewJob.named("j").but()).build()));
  }

  private static void refused(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            JobRefused.class, e -> assertThat(e.reason()).isEqualTo(JobRefused.Reason.INVALID))
        .hasMessageContaining(message);
  }
}
