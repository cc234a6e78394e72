package dev.pulse.internal;

import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.JobPage;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Walks through the pages of a list, fetching each when the one before is used up. */
final class Pages implements Iterator<Job> {
  private final Function<JobFilter, JobPage> fetch;
  private final Queue<Job> fetched = new ArrayDeque<>();
  private @Nullable JobFilter next;

  private Pages(JobFilter first, Function<JobFilter, JobPage> fetch) {
    this.next = first;
    this.fetch = fetch;
  }

  static Stream<Job> stream(JobFilter first, Function<JobFilter, JobPage> fetch) {
    int traits = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Pages(first, fetch), traits), false);
  }

  @Override
  public boolean hasNext() {
    while (fetched.isEmpty() && next != null) {
      JobFilter filter = next;
      JobPage page = fetch.apply(filter);
      fetched.addAll(page.jobs());
      next = page.next().map(filter::after).orElse(null);
    }
    return !fetched.isEmpty();
  }

  @Override
  public Job next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return fetched.remove();
  }
}
