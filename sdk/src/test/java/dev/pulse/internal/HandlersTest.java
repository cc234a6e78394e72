package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.JobContext;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.RawHandler;
import dev.pulse.Tracing;
import dev.pulse.v1.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HandlersTest {
  record Point(int x, int y) {}

  private final Codec codec = new Codec(Codec.defaultMapper());
  private final Handlers handlers = new Handlers(codec, Tracing.NONE);

  private @Nullable Report run(RawHandler handler, String args) {
    handlers.add("job", handler);
    return handlers.run(new Execution(Assigned.job(1, "job", args)));
  }

  private Report report(RawHandler handler) {
    Report report = run(handler, "{}");
    assertThat(report).isNotNull();
    return report == null ? Report.getDefaultInstance() : report;
  }

  @Test
  void aResultTravelsAsJson() {
    assertThat(report(job -> Outcome.done(new Point(1, 2))).getDone().getResult())
        .isEqualTo("{\"x\":1,\"y\":2}");
  }

  @Test
  void aJsonResultTravelsUntouched() {
    assertThat(report(job -> Outcome.done(Json.of("{\"N\": 1e400}"))).getDone().getResult())
        .isEqualTo("{\"N\": 1e400}");
  }

  @Test
  void noResultIsNoJson() {
    Report report = report(job -> Outcome.done());
    assertThat(report.hasDone()).isTrue();
    assertThat(report.getDone().getResult()).isEmpty();
  }

  @Test
  void failuresSayWhetherTheyAreForGood() {
    Report report = report(job -> Outcome.failForGood("no such address"));
    assertThat(report.getFailed().getError()).isEqualTo("no such address");
    assertThat(report.getFailed().getForGood()).isTrue();
    assertThat(report.getFailed().getResult()).isEmpty();
  }

  @Test
  void aFailureTellsWhatItCostAllTheSame() {
    Report report = report(job -> Outcome.fail("gave up", new Point(3, 4)));
    assertThat(report.getFailed().getError()).isEqualTo("gave up");
    assertThat(report.getFailed().getForGood()).isFalse();
    assertThat(report.getFailed().getResult()).isEqualTo("{\"x\":3,\"y\":4}");
  }

  @Test
  void aResultThatCannotBeWrittenHidesNoFailure() {
    Report report = report(job -> Outcome.failForGood("gave up", new Object()));
    assertThat(report.getFailed().getError())
        .startsWith("gave up\n[its result: ")
        .contains("cannot be written as JSON");
    assertThat(report.getFailed().getForGood()).isTrue();
    assertThat(report.getFailed().getResult()).isEmpty();
  }

  @Test
  void aSnoozeCarriesItsDelay() {
    Report report = report(job -> Outcome.snooze(Duration.ofMillis(1500)));
    assertThat(FromWire.duration(report.getSnoozed().getDelay()))
        .isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void whatIsThrownIsAFailureWithItsStack() {
    Report report =
        report(
            job -> {
              throw new IllegalStateException("broken");
            });
    assertThat(report.getFailed().getError())
        .startsWith(
            "java.lang.IllegalStateException: broken\n\tat dev.pulse.internal.HandlersTest");
    assertThat(report.getFailed().getForGood()).isFalse();
  }

  @Test
  void anErrorIsAFailureToo() {
    Report report =
        report(
            job -> {
              throw new StackOverflowError();
            });
    assertThat(report.getFailed().getError()).startsWith("java.lang.StackOverflowError");
  }

  @Test
  void argsThatDoNotFitAreAFailureThatNamesTheType() {
    handlers.add("typed", Point.class, (point, job) -> Outcome.done());
    Report report = handlers.run(new Execution(Assigned.job(1, "typed", "{\"x\":\"left\"}")));
    assertThat(report).isNotNull();
    assertThat(String.valueOf(report)).contains("does not fit").contains("Point");
  }

  @Test
  void aResultThatCannotBeWrittenIsAFailure() {
    Report report = report(job -> Outcome.done(new Object()));
    assertThat(report.getFailed().getError()).contains("cannot be written as JSON");
  }

  @Test
  void anInterruptedHandlerWhoseLeaseIsLostHasNothingToReport() {
    Report report =
        run(
            job -> {
              ((Execution) job).lose();
              throw new IllegalStateException(new InterruptedException());
            },
            "{}");
    assertThat(report).isNull();
  }

  @Test
  void anInterruptThatWasNobodysCancelIsAFailure() {
    Report report =
        report(
            job -> {
              throw new InterruptedException();
            });
    assertThat(report.hasFailed()).isTrue();
  }

  @Test
  void aSecondHandlerForANameIsRefused() {
    handlers.add("twice", job -> Outcome.done());
    assertThatThrownBy(() -> handlers.add("twice", job -> Outcome.done()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTracerSurroundsTheHandler() {
    List<String> seen = new ArrayList<>();
    Tracing tracing =
        new Tracing() {
          @Override
          public Outcome around(JobContext job, Callable<Outcome> handler) throws Exception {
            seen.add("span");
            Outcome outcome = handler.call();
            seen.add("end");
            return outcome;
          }
        };
    Handlers traced = new Handlers(codec, tracing);
    traced.add(
        "job",
        job -> {
          seen.add("handler");
          return Outcome.done();
        });
    traced.run(new Execution(Assigned.job(1, "job")));
    assertThat(seen).containsExactly("span", "handler", "end");
  }
}
