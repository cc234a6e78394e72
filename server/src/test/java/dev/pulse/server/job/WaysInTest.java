package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.OpenLine;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs come over a connection or over a line, and are written by a statement for one, one for plain
 * ones that are alike, one for plain ones that are not and one for all others (J1, J2, J15): by
 * whichever they come, they are the same afterwards.
 */
class WaysInTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  /** Has none of what keeps it from the short ways, and everything else. */
  private static final NewJob PLAIN =
      NewJob.draft("email")
          .topic("letters")
          .args("{ \"ä\":1e400, \"b\":\"'\" }")
          .priority(-7)
          .maxAttempts(3)
          .trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
          .build();

  /** As plain, but not alike. */
  private static final NewJob ANOTHER = NewJob.draft("other").topic("elsewhere").build();

  private static final NewJob LATER = PLAIN.but().delay(Duration.ofHours(1)).build();

  /** Over what they come. */
  private enum Road {
    CONNECTION,
    LINE
  }

  private static OpenLine open;

  @BeforeAll
  static void open() {
    open = new OpenLine(kernel.database());
  }

  @AfterAll
  static void close() {
    open.close();
  }

  @AfterEach
  void nothingAges() {
    kernel.jobs().aging("letters", null);
  }

  @ParameterizedTest
  @CsvSource({"CONNECTION,false", "CONNECTION,true", "LINE,false", "LINE,true"})
  void queuedJobsStandAlikeByWhicheverWayTheyCame(Road road, boolean aging) {
    kernel.jobs().aging("letters", aging ? Duration.ofMinutes(5) : null);
    UUID alone = submit(road, List.of(PLAIN)).getFirst().id();
    List<Submitted> together = submit(road, List.of(PLAIN, PLAIN));
    UUID mixed = submit(road, List.of(ANOTHER, PLAIN)).getLast().id();
    UUID withOthers = submit(road, List.of(PLAIN, LATER)).getFirst().id();
    List<Assignment> claimed = claim(5);
    assertThat(claimed)
        .extracting(Assignment::id)
        .containsExactly(
            alone, together.getFirst().id(), together.getLast().id(), mixed, withOthers);
    assertThat(claimed).allSatisfy(WaysInTest::isWhole);
  }

  @ParameterizedTest
  @CsvSource({"CONNECTION,false", "CONNECTION,true", "LINE,false", "LINE,true"})
  void theirLanesFollowTheRule(Road road, boolean aging) {
    kernel.jobs().aging("letters", aging ? Duration.ofMinutes(5) : null);
    submit(road, List.of(PLAIN));
    submit(road, List.of(PLAIN, PLAIN));
    submit(road, List.of(PLAIN, ANOTHER.but().topic("letters").build()));
    submit(road, List.of(PLAIN, LATER));
    assertThat(kernel.number("SELECT count(*) FROM pulse.ready")).isEqualTo(6);
    String rule = aging ? "interval '5 minutes'" : "NULL";
    assertThat(
            kernel.number(
                """
                SELECT count(*) FROM pulse.job j LEFT JOIN pulse.ready q USING (seq)
                WHERE j.lane <> pulse.lane_of(j.priority, %s, j.submitted_at) OR q.lane <> j.lane
                """
                    .formatted(rule)))
        .isZero();
  }

  @ParameterizedTest
  @EnumSource
  void lentJobsAreAlikeByWhicheverWayTheyCame(Road road) {
    long worker = kernel.worker("w");
    List<List<NewJob>> ways =
        List.of(
            List.of(PLAIN), List.of(PLAIN, PLAIN), List.of(ANOTHER, PLAIN), List.of(PLAIN, LATER));
    for (List<NewJob> way : ways) {
      long[] workers = way.stream().mapToLong(job -> job.equals(LATER) ? 0 : worker).toArray();
      for (Submitted submitted : submit(road, way, workers)) {
        Assignment lent = submitted.lent();
        if (lent != null) {
          if (!lent.topic().equals(ANOTHER.topic())) {
            isWhole(lent);
          }
          assertThat(kernel.job(submitted.id()).status()).isEqualTo(JobStatus.RUNNING);
          assertThat(lent.submittedAt()).isEqualTo(kernel.job(submitted.id()).submittedAt());
          assertThat(kernel.report(lent, new Outcome.Succeeded(null)))
              .isEqualTo(new Ack.Recorded(JobStatus.COMPLETED));
        }
      }
    }
    assertThat(kernel.number("SELECT count(*) FROM pulse.finished")).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource
  void whereSomethingWaitsALoneJobIsQueuedBehindIt(Road road) {
    long worker = kernel.worker("w");
    UUID first = submit(road, List.of(PLAIN)).getFirst().id();
    Submitted second = submit(road, List.of(PLAIN), new long[] {worker}).getFirst();
    assertThat(second.lent()).isNull();
    assertThat(claim(5)).extracting(Assignment::id).containsExactly(first, second.id());
  }

  @ParameterizedTest
  @EnumSource
  void whereSomethingWaitsJobsThatAreAlikeAreQueuedBehindIt(Road road) {
    long worker = kernel.worker("w");
    UUID first = submit(road, List.of(PLAIN)).getFirst().id();
    List<Submitted> more = submit(road, List.of(PLAIN, PLAIN), new long[] {worker, worker});
    assertThat(more).allMatch(submitted -> submitted.lent() == null);
    assertThat(claim(5))
        .extracting(Assignment::id)
        .containsExactly(first, more.getFirst().id(), more.getLast().id());
  }

  @ParameterizedTest
  @EnumSource
  void theSameJobAgainIsTheSameJob(Road road) {
    long worker = kernel.worker("w");
    NewJob job = PLAIN.but().id(UUID.randomUUID()).build();
    assertThat(submit(road, List.of(job)).getFirst().existing()).isFalse();
    assertThat(submit(road, List.of(job)).getFirst().existing()).isTrue();
    assertThat(submit(road, List.of(job), new long[] {worker}).getFirst().lent()).isNull();
    assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isOne();
  }

  /** What is no way for a line or not taken by it goes over a connection, as in dispatch. */
  private static List<Submitted> submit(Road road, List<NewJob> jobs, long... workers) {
    List<NewJob> named = jobs.stream().map(WaysInTest::named).toList();
    if (road == Road.CONNECTION) {
      return kernel.jobs().submit(named, workers);
    }
    List<Submitted> taken;
    try {
      taken = open.answer(() -> kernel.jobs().submitBy(open.line(), named, workers));
    } catch (CompletionException e) {
      assertThat(e).hasMessageContaining("duplicate key");
      taken = List.of();
    }
    assertThat(taken == null).as("not for the line").isEqualTo(jobs.contains(LATER));
    return taken == null || taken.isEmpty() ? kernel.jobs().submit(named, workers) : taken;
  }

  private static NewJob named(NewJob job) {
    return job.id() == null ? job.but().id(UUID.randomUUID()).build() : job;
  }

  private static List<Assignment> claim(int slots) {
    long[] workers = new long[slots];
    Arrays.fill(workers, kernel.worker("w"));
    return kernel.jobs().claim("letters", workers, true);
  }

  private static void isWhole(Assignment job) {
    assertThat(job.name()).isEqualTo(PLAIN.name());
    assertThat(job.topic()).isEqualTo(PLAIN.topic());
    assertThat(job.args()).isEqualTo(PLAIN.args());
    assertThat(job.trace()).isEqualTo(PLAIN.trace());
    assertThat(job.attempt()).isOne();
    assertThat(job.maxAttempts()).isEqualTo(3);
    assertThat(kernel.job(job.id()).priority()).isEqualTo(-7);
    assertThat(job.submittedAt())
        .isBetween(
            Instant.now().minus(1, ChronoUnit.MINUTES), Instant.now().plus(1, ChronoUnit.MINUTES));
  }
}
