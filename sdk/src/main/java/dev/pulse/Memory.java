package dev.pulse;

import java.util.Optional;

/**
 * What a stage remembers from one attempt to the next. What is put is kept with the outcome, and
 * only if the attempt still counts then.
 */
public interface Memory {
  /**
   * A name under which something is remembered.
   *
   * @param name unique in its memory
   * @param type what it is read into
   */
  record Key<V>(String name, Class<V> type) {
    /** A key of that name. */
    public static <V> Key<V> of(String name, Class<V> type) {
      return new Key<>(name, type);
    }
  }

  /** What was put last; empty when nothing was. */
  <V> Optional<V> get(Key<V> key);

  /** Remembers a value: a {@link Json}, or anything Jackson can write. */
  <V> void put(Key<V> key, V value);

  /** Forgets it. */
  void remove(Key<?> key);
}
