package dev.pulse;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list of jobs. A search for a rare name or topic may find fewer than were asked for,
 * even none, and still lead on: a page looks at ten thousand jobs at most.
 *
 * @param jobs the jobs
 * @param cursor where the next page begins; null on the last page
 */
public record JobPage(List<Job> jobs, @Nullable String cursor) {
  /** Holds its own copy of the jobs. */
  public JobPage {
    jobs = List.copyOf(jobs);
  }

  /** Where the next page begins, for {@link JobFilter#after}; empty on the last page. */
  public Optional<String> next() {
    return Optional.ofNullable(cursor);
  }
}
