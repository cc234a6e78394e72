package dev.pulse.agents.keeper;

import dev.pulse.agents.org.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What a file says.
 *
 * @param value empty: it cannot be used as it is
 * @param problems why, or what else is wrong with it
 */
record Reading<T>(Optional<T> value, List<Problem> problems) {
  Reading {
    problems = List.copyOf(problems);
  }
}
