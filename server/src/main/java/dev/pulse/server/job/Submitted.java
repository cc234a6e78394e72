package dev.pulse.server.job;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job that is durable.
 *
 * @param existing it was there already, by its id or its unique key
 * @param lent it was born lent to the worker that was offered for it; null: it waits its turn
 */
public record Submitted(UUID id, boolean existing, @Nullable Assignment lent) {
  public Submitted(UUID id, boolean existing) {
    this(id, existing, null);
  }
}
