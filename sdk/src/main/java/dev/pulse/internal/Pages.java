package dev.pulse.internal;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Walks through the pages of a list, fetching each when the one before is used up. */
final class Pages<T> implements Iterator<T> {
  private final Fetch<T> fetch;
  private final Queue<T> fetched = new ArrayDeque<>();
  private @Nullable String cursor;
  private boolean more = true;

  /** One page: what is on it, and where the next one begins. */
  record Page<T>(List<T> items, @Nullable String next) {}

  /** Asks for the page that begins there. */
  interface Fetch<T> {
    Page<T> from(@Nullable String cursor);
  }

  private Pages(@Nullable String first, Fetch<T> fetch) {
    this.cursor = first;
    this.fetch = fetch;
  }

  static <T> Stream<T> stream(@Nullable String first, Fetch<T> fetch) {
    int traits = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Pages<>(first, fetch), traits), false);
  }

  @Override
  public boolean hasNext() {
    while (fetched.isEmpty() && more) {
      Page<T> page = fetch.from(cursor);
      fetched.addAll(page.items());
      cursor = page.next();
      more = cursor != null;
    }
    return !fetched.isEmpty();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return fetched.remove();
  }
}
