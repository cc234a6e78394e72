package dev.pulse.cli;

import dev.pulse.JobContext;
import dev.pulse.JobRequest;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measurements through the SDK: submits, a drain, the way of a single job, a steady load. */
final class Bench {
  static final int SINGLES = 200;
  static final int WARM_UP = 20;
  private static final String JOB = "bench";
  private static final int BATCH = 500;
  private static final int BATCH_CLIENTS = 4;
  private static final int CLIENTS = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Pulse pulse;
  private final String topic;
  private final int concurrency;
  private final Consumer<String> progress;

  /**
   * A steady load.
   *
   * @param offered jobs per second that were to be submitted
   * @param reached jobs per second that were, to the start of the last
   */
  record Load(double offered, double reached, Spread latency) {}

  Bench(Pulse pulse, String topic, int concurrency, Consumer<String> progress) {
    this.pulse = pulse;
    this.topic = topic;
    this.concurrency = concurrency;
    this.progress = progress;
  }

  /** Submits in batches, several at a time. */
  Pace submit(int jobs) {
    var pace = new Pace();
    var done = new AtomicInteger();
    List<Integer> batches =
        IntStream.iterate(jobs, left -> left > 0, left -> left - BATCH)
            .mapToObj(left -> Math.min(left, BATCH))
            .toList();
    together(
        BATCH_CLIENTS,
        batches,
        size -> {
          pulse.submitAll(
              IntStream.range(0, size)
                  .mapToObj(n -> JobRequest.of(JOB, n, options -> options.topic(topic)))
                  .collect(Collectors.toList()));
          pace.reached(done.addAndGet(size));
          progress.accept(Bar.of("submitting", done.get(), jobs));
        });
    return pace;
  }

  /** Submits one by one, by several threads, each of which waits for its answer. */
  Pace submitEach(int jobs) {
    var pace = new Pace();
    var done = new AtomicInteger();
    together(
        CLIENTS,
        IntStream.range(0, jobs).boxed().toList(),
        n -> {
          pulse.submit(JOB, n, options -> options.topic(topic));
          int count = done.incrementAndGet();
          if (count % 50 == 0 || count == jobs) {
            pace.reached(count);
            progress.accept(Bar.of("one by one", count, jobs));
          }
        });
    return pace;
  }

  private static void together(int clients, List<Integer> items, Consumer<Integer> work) {
    try (var threads = Executors.newFixedThreadPool(clients)) {
      List<CompletableFuture<Void>> sent =
          items.stream()
              .map(item -> CompletableFuture.runAsync(() -> work.accept(item), threads))
              .toList();
      sent.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof PulseException failure ? failure : e;
    }
  }

  /** Runs them all, to the acknowledgement of the last. */
  Pace drain(int jobs) throws InterruptedException {
    var left = new CountDownLatch(jobs);
    var pace = new Pace();
    try (Worker _ = worker(_ -> left.countDown())) {
      while (!left.await(50, TimeUnit.MILLISECONDS)) {
        pace.reached(Math.min(jobs - left.getCount(), jobs - 1));
        progress.accept(Bar.of("draining", jobs - left.getCount(), jobs));
      }
    }
    pace.reached(jobs);
    return pace;
  }

  /** One job after another, from the submit of each to the start of its handler. */
  Spread latency() throws InterruptedException {
    var starts = new AtomicLongArray(WARM_UP + SINGLES);
    var started = new Semaphore(0);
    var taken = new long[SINGLES];
    try (Worker _ =
        worker(
            job -> {
              starts.set(number(job), System.nanoTime());
              started.release();
            })) {
      for (int n = 0; n < WARM_UP + SINGLES; n++) {
        long start = System.nanoTime();
        pulse.submit(JOB, n, options -> options.topic(topic));
        started.acquire();
        if (n >= WARM_UP) {
          taken[n - WARM_UP] = starts.get(n) - start;
        }
        progress.accept(Bar.of("latency", n + 1, WARM_UP + SINGLES));
      }
    }
    return new Spread(taken);
  }

  /**
   * Submits at a steady rate while a worker works, whatever becomes of it. A job's time counts from
   * when it was to be submitted: a stall delays those behind it too.
   */
  Load load(double perSecond, Duration window) throws InterruptedException {
    int count = (int) Math.max(1, perSecond * window.toMillis() / 1000);
    var starts = new AtomicLongArray(count);
    var left = new CountDownLatch(count);
    long begin;
    try (Worker _ =
        worker(
            job -> {
              starts.set(number(job), System.nanoTime());
              left.countDown();
            })) {
      begin = System.nanoTime();
      offer(count, at -> begin + (long) (at * 1e9 / perSecond));
      if (!left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "%d of %d jobs did not start within %d s; does another worker serve topic %s?"
                .formatted(left.getCount(), count, PATIENCE.toSeconds(), topic));
      }
    }
    var taken = new long[count];
    long last = begin;
    for (int at = 0; at < count; at++) {
      taken[at] = starts.get(at) - begin - (long) (at * 1e9 / perSecond);
      last = Math.max(last, starts.get(at));
    }
    return new Load(perSecond, count * 1e9 / (last - begin), new Spread(taken));
  }

  private interface Due {
    long of(int job);
  }

  private void offer(int count, Due due) throws InterruptedException {
    var sent = new AtomicInteger();
    try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
      var clients = new ArrayList<Future<?>>();
      for (int client = 0; client < CLIENTS; client++) {
        int first = client;
        clients.add(
            threads.submit(
                () -> {
                  for (int at = first; at < count; at += CLIENTS) {
                    for (long wait; (wait = due.of(at) - System.nanoTime()) > 0; ) {
                      LockSupport.parkNanos(wait);
                    }
                    pulse.submit(JOB, at, options -> options.topic(topic));
                    progress.accept(Bar.of("steady load", sent.incrementAndGet(), count));
                  }
                }));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof PulseException failure ? failure : new CompletionException(e);
    }
  }

  private static int number(JobContext job) {
    return Integer.parseInt(job.rawArgs().text());
  }

  private Worker worker(Consumer<JobContext> seen) {
    return pulse
        .worker()
        .topic(topic)
        .concurrency(concurrency)
        .handle(
            JOB,
            job -> {
              seen.accept(job);
              return Outcome.done();
            })
        .start();
  }
}
