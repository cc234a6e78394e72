package dev.pulse.benchmarks.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** A contestant whose client and workers are part of this process. */
final class InProcess implements Contestant {
  private static final int BATCH = 1000;
  private static final int BATCH_CLIENTS = 2;
  private static final int LOAD_CLIENTS = 8;
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final JobQueue queue;

  InProcess(JobQueue queue) {
    this.queue = queue;
  }

  @Override
  public About about() {
    return new About(
        queue.name(),
        queue.version(),
        queue.setup(),
        queue.pace(),
        (int) queue.warmUp().toSeconds(),
        queue.shapes(),
        queue.submitsBatches(),
        queue.starts(),
        queue.server());
  }

  @Override
  public long client() {
    return ProcessHandle.current().pid();
  }

  @Override
  public void clear() throws Exception {
    queue.clear();
  }

  @Override
  public Count submit(int clients, Duration window) throws Exception {
    var tag = new AtomicLong();
    return together(clients, window, () -> submitted(tag.getAndIncrement()));
  }

  private long submitted(long tag) throws Exception {
    queue.submit(tag);
    return 1;
  }

  @Override
  public Count batch(Duration window) throws Exception {
    var tag = new AtomicLong();
    return together(
        BATCH_CLIENTS,
        window,
        () -> {
          queue.submitAll(tag.getAndAdd(BATCH), BATCH);
          return (long) BATCH;
        });
  }

  /**
   * Runs the step again and again in each thread; counts what was finished, to the last of them.
   */
  private static Count together(int threads, Duration window, Callable<Long> step)
      throws Exception {
    try (var pool = Executors.newFixedThreadPool(threads)) {
      var ready = new CountDownLatch(threads);
      var begin = new CountDownLatch(1);
      var end = new AtomicLong();
      List<Future<Long>> counts = new ArrayList<>();
      for (int each = 0; each < threads; each++) {
        counts.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  begin.await();
                  long count = 0;
                  while (System.nanoTime() < end.get()) {
                    count += step.call();
                  }
                  return count;
                }));
      }
      ready.await();
      long start = System.nanoTime();
      end.set(start + window.toNanos());
      begin.countDown();
      long sum = 0;
      for (Future<Long> count : counts) {
        sum += count.get();
      }
      return new Count(sum, System.nanoTime() - start);
    }
  }

  @Override
  public void fill(int jobs, Shape shape, int others) throws Exception {
    queue.fill(jobs, shape, others);
  }

  @Override
  public Count drain(int jobs, Shape shape, int others, Duration limit) throws Exception {
    var first = new AtomicLong();
    var begun = new CountDownLatch(1);
    var left = new CountDownLatch(jobs);
    long done;
    long end;
    try (Working _ =
        queue.work(
            _ -> {
              if (first.getPlain() == 0 && first.compareAndSet(0, System.nanoTime())) {
                begun.countDown();
              }
              left.countDown();
            },
            shape,
            others)) {
      if (!begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("no job was started");
      }
      boolean _ = left.await(limit.toMillis(), TimeUnit.MILLISECONDS);
      end = System.nanoTime();
      done = jobs - left.getCount();
    }
    if (queue.closesAcknowledged() && done == jobs) {
      end = System.nanoTime();
    }
    return new Count(done, end - first.get());
  }

  @Override
  public Times probe(int most, Duration limit) throws Exception {
    var starts = new AtomicLongArray(most);
    var started = new Semaphore(0);
    var fromCall = new ArrayList<Long>();
    var fromCommit = new ArrayList<Long>();
    int lost = 0;
    long deadline = System.nanoTime() + limit.toNanos();
    try (Working _ =
        queue.work(
            tag -> {
              starts.set((int) tag, System.nanoTime());
              started.release();
            },
            Shape.PLAIN,
            0)) {
      for (int at = 0; at < most && System.nanoTime() < deadline; at++) {
        LockSupport.parkNanos(PAUSE.toNanos());
        long call = System.nanoTime();
        queue.submit(at);
        long commit = System.nanoTime();
        if (started.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          fromCall.add(starts.get(at) - call);
          fromCommit.add(starts.get(at) - commit);
        } else {
          lost++;
        }
      }
    }
    return new Times(array(fromCall), array(fromCommit), lost);
  }

  @Override
  public Times load(double perSecond, Duration window) throws Exception {
    int count = (int) Math.max(1, perSecond * window.toMillis() / 1000);
    var calls = new long[count];
    var commits = new AtomicLongArray(count);
    var starts = new AtomicLongArray(count);
    var left = new CountDownLatch(count);
    try (Working _ =
        queue.work(
            tag -> {
              starts.set((int) tag, System.nanoTime());
              left.countDown();
            },
            Shape.PLAIN,
            0)) {
      // From when it was meant to be: a stall delays those behind it too, and counts.
      long begin = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
      for (int at = 0; at < count; at++) {
        calls[at] = begin + (long) (at * 1e9 / perSecond);
      }
      offer(calls, commits);
      boolean _ = left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    return times(calls, commits, starts);
  }

  /** Submits each job when its time has come, by several threads that take turns. */
  private void offer(long[] calls, AtomicLongArray commits) throws Exception {
    try (var pool = Executors.newFixedThreadPool(LOAD_CLIENTS)) {
      List<Future<Void>> clients = new ArrayList<>();
      for (int client = 0; client < LOAD_CLIENTS; client++) {
        int first = client;
        clients.add(
            pool.submit(
                () -> {
                  for (int at = first; at < calls.length; at += LOAD_CLIENTS) {
                    for (long wait; (wait = calls[at] - System.nanoTime()) > 0; ) {
                      LockSupport.parkNanos(wait);
                    }
                    queue.submit(at);
                    commits.set(at, System.nanoTime());
                  }
                  return null;
                }));
      }
      for (Future<Void> client : clients) {
        client.get();
      }
    }
  }

  private static Times times(long[] calls, AtomicLongArray commits, AtomicLongArray starts) {
    var fromCall = new ArrayList<Long>();
    var fromCommit = new ArrayList<Long>();
    for (int at = 0; at < calls.length; at++) {
      if (starts.get(at) != 0) {
        fromCall.add(starts.get(at) - calls[at]);
        fromCommit.add(starts.get(at) - commits.get(at));
      }
    }
    return new Times(array(fromCall), array(fromCommit), calls.length - fromCall.size());
  }

  private static long[] array(List<Long> list) {
    return list.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public void close() throws Exception {
    queue.close();
  }
}
