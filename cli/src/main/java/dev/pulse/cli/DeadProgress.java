package dev.pulse.cli;

import dev.pulse.DeadFilter;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.TopicCount;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Shows how many dead letters are left while a server works through them. It asks for the counts,
 * which a server gives up to a bound and by topic: beyond that, only the end is known.
 */
final class DeadProgress {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final Output output;
  private final String verb;
  private final DeadFilter filter;

  DeadProgress(Output output, String verb, DeadFilter filter) {
    this.output = output;
    this.verb = verb;
    this.filter = filter;
  }

  <T> T during(Pulse pulse, Supplier<T> work) {
    if (!output.isWatched()) {
      return work.get();
    }
    List<TopicCount> before = pulse.counts();
    output.progress(line(before, before));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var done = CompletableFuture.supplyAsync(work, threads);
      while (!endsSoon(done)) {
        output.progress(line(before, pulse.counts()));
      }
      return done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof PulseException failure ? failure : e;
    } finally {
      output.progress("");
    }
  }

  private static boolean endsSoon(CompletableFuture<?> work) {
    try {
      work.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true; // whoever asks for the answer learns why
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PulseException(PulseException.Code.INTERRUPTED, "interrupted", e);
    }
  }

  private String line(List<TopicCount> before, List<TopicCount> now) {
    long total = dead(before);
    boolean known =
        filter.name() == null
            && filter.since() == null
            && filter.until() == null
            && before.stream().noneMatch(count -> isMeant(count) && count.atLeast());
    return known
        ? Bar.of(verb, total - dead(now), total)
        : "%s … %,d dead letters left, or more".formatted(verb, dead(now));
  }

  private long dead(List<TopicCount> counts) {
    return counts.stream().filter(this::isMeant).mapToLong(TopicCount::count).sum();
  }

  private boolean isMeant(TopicCount count) {
    return count.status() == JobStatus.DEAD_LETTERED
        && (filter.topic() == null || count.topic().equals(filter.topic()));
  }
}
