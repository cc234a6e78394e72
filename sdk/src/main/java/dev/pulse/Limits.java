package dev.pulse;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Caps that jobs count against by name: how many run at once, how many start in a period, whether
 * any may start at all. A job may carry several and starts only when all of them admit it; a name
 * nobody set admits everything. A change takes effect within a second.
 */
public interface Limits {
  /** Makes the limit if it is not there, and changes what the options say. */
  Limit set(String name, Consumer<LimitOptions> options);

  /** The limit of that name, and how much of it is taken. */
  Optional<Limit> find(String name);

  /** All limits by name, fetched page by page as the stream is read. */
  Stream<Limit> list();

  /** Jobs that carry the name are not limited by it any more. */
  void delete(String name);
}
