package dev.pulse.agents.keeper;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the keeper needs to know of an agent's file.
 *
 * @param workdir where it works; null: nowhere in particular
 * @param dream the command of its quiet beats; empty: it has none
 * @param limits what its jobs count against, beside the keeper's own
 */
public record KnownAgent(@Nullable Path workdir, List<String> dream, List<String> limits) {
  /** Keeps its own copy. */
  public KnownAgent {
    dream = List.copyOf(dream);
    limits = List.copyOf(limits);
  }
}
