package dev.pulse.internal;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Walks through the pages of a list, fetching each when the one before is used up. */
final class Pages<T> implements Iterator<T> {
  private final Function<Start, Page<T>> fetch;
  private final Queue<T> fetched = new ArrayDeque<>();
  private @Nullable Start next;

  /** Where a page begins; without a cursor, at the beginning. */
  record Start(@Nullable String cursor) {}

  /**
   * One page.
   *
   * @param cursor where the next one begins; null or empty on the last
   */
  record Page<T>(List<T> items, @Nullable String cursor) {}

  private Pages(Start first, Function<Start, Page<T>> fetch) {
    this.next = first;
    this.fetch = fetch;
  }

  static <T> Stream<T> stream(@Nullable String cursor, Function<Start, Page<T>> fetch) {
    int traits = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Pages<>(new Start(cursor), fetch), traits), false);
  }

  @Override
  public boolean hasNext() {
    while (fetched.isEmpty() && next != null) {
      Page<T> page = fetch.apply(next);
      fetched.addAll(page.items());
      String cursor = page.cursor();
      next = cursor == null || cursor.isEmpty() ? null : new Start(cursor);
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
