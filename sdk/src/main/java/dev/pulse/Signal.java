package dev.pulse;

import java.util.Objects;

/**
 * Something from outside that a stage waits for, and the type of what comes with it.
 *
 * @param name unique among what the run waits for at one time
 * @param type what the payload is read into
 */
public record Signal<P>(String name, Class<P> type) {
  /** Refuses a signal without a name or a type. */
  public Signal {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  /** A signal of that name. */
  public static <P> Signal<P> of(String name, Class<P> type) {
    return new Signal<>(name, type);
  }
}
