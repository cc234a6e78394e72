package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Real threads on real Postgres. */
class ConcurrencyTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void eightClaimersClaimEachOfTwentyThousandJobsExactlyOnce() throws Exception {
    int total = 20_000;
    for (int chunk = 0; chunk < total; chunk += 1000) {
      kernel.jobs().submit(Collections.nCopies(1000, NewJob.named("j")));
    }
    Callable<List<Assignment>> claimer =
        () -> {
          // Each its own server: marks are not shared.
          Jobs jobs = kernel.fresh();
          long worker =
              jobs.register(
                  new NewWorker("w", List.of("default"), List.of(), Duration.ofMinutes(5)));
          long[] slots = LongStream.generate(() -> worker).limit(50).toArray();
          var mine = new ArrayList<Assignment>();
          List<Assignment> batch;
          do {
            batch = jobs.claim("default", slots, false);
            if (batch.isEmpty()) {
              batch = jobs.claim("default", slots, true);
            }
            mine.addAll(batch);
            assertThat(batch)
                .as("first come, first served within a claim")
                .isSortedAccordingTo(
                    (one, other) -> Long.compare(one.lease().job(), other.lease().job()));
            jobs.report(
                batch.stream()
                    .map(job -> new Report(job.lease(), new Outcome.Succeeded(null)))
                    .toList());
          } while (!batch.isEmpty());
          return mine;
        };
    List<Assignment> all = new ArrayList<>();
    for (List<Assignment> some : together(Collections.nCopies(8, claimer))) {
      all.addAll(some);
    }
    assertThat(all).hasSize(total);
    assertThat(all.stream().map(Assignment::id).distinct()).hasSize(total);
    assertThat(kernel.number("SELECT count(*) FROM pulse.finished WHERE status = 'COMPLETED'"))
        .isEqualTo(total);
    assertThat(kernel.number("SELECT count(*) FROM pulse.jobs WHERE attempts <> 1")).isZero();
    assertThat(kernel.number("SELECT count(*) FROM pulse.ready")).isZero();
    assertThat(kernel.number("SELECT count(*) FROM pulse.running")).isZero();
  }

  @Test
  void ofCancelCompleteFailAndReapExactlyOneWins() throws Exception {
    int rounds = 150;
    for (int round = 0; round < rounds; round++) {
      UUID id = kernel.submit(NewJob.named("j").but().maxAttempts(1).build());
      long worker = kernel.worker("w" + round);
      Assignment assignment = kernel.claimOne(worker);
      kernel.execute(
          "UPDATE pulse.worker SET lease_until = now() - interval '1 s' WHERE id = " + worker);
      List<String> winners =
          together(
              List.of(
                  () -> won(kernel.report(assignment, new Outcome.Succeeded("1")), "SUCCEEDED"),
                  () -> won(kernel.report(assignment, new Outcome.Failed("x")), "FAILED"),
                  () -> kernel.jobs().reap() > 0 ? "LOST" : "",
                  () -> canceled(id)));
      assertThat(winners.stream().filter(winner -> !winner.isEmpty())).hasSize(1);
      String winner = String.join("", winners);
      assertThat(kernel.history(id)).containsExactly("1 " + winner);
      assertThat(kernel.job(id).status())
          .isEqualTo(
              switch (winner) {
                case "SUCCEEDED" -> JobStatus.COMPLETED;
                case "CANCELED" -> JobStatus.CANCELED;
                default -> JobStatus.DEAD_LETTERED;
              });
      assertThat(kernel.number("SELECT count(*) FROM pulse.finished")).isEqualTo(round + 1);
    }
  }

  @Test
  void ofManySubmitsWithOneKeyExactlyOneIsNew() throws Exception {
    for (int round = 0; round < 20; round++) {
      NewJob keyed = NewJob.named("j").but().uniqueKey("key " + round).build();
      Callable<Submitted> submit = () -> kernel.jobs().submit(keyed);
      List<Submitted> all = together(Collections.nCopies(8, submit));
      assertThat(all.stream().filter(submitted -> !submitted.existing())).hasSize(1);
      assertThat(all.stream().map(Submitted::id).distinct()).hasSize(1);
    }
    assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isEqualTo(20);
    assertThat(kernel.number("SELECT count(*) FROM pulse.ready")).isEqualTo(20);
  }

  @Test
  void batchesThatShareKeysAndIdsInAnyOrderNeverDeadlock() throws Exception {
    List<NewJob> jobs =
        IntStream.range(0, 50)
            .mapToObj(
                at ->
                    NewJob.named("j").but().id(UUID.randomUUID()).uniqueKey("shared " + at).build())
            .toList();
    Callable<List<Submitted>> batch =
        () -> {
          var shuffled = new ArrayList<>(jobs);
          Collections.shuffle(shuffled);
          return kernel.jobs().submit(shuffled);
        };
    together(Collections.nCopies(6, batch));
    assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isEqualTo(50);
    assertThat(kernel.number("SELECT count(*) FROM pulse.held_key")).isEqualTo(50);
  }

  private static String won(Ack ack, String name) {
    return ack instanceof Ack.Recorded ? name : "";
  }

  private static String canceled(UUID id) {
    try {
      kernel.jobs().cancel(id);
      return "CANCELED";
    } catch (JobRefused e) {
      assertThat(e.reason()).isEqualTo(JobRefused.Reason.ILLEGAL_TRANSITION);
      return "";
    }
  }

  /** All at once, each on a thread of its own. */
  private static <T> List<T> together(List<Callable<T>> calls) throws Exception {
    var barrier = new CyclicBarrier(calls.size());
    try (var threads = Executors.newFixedThreadPool(calls.size())) {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> call : calls) {
        futures.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return call.call();
                }));
      }
      var results = new ArrayList<T>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    }
  }
}
