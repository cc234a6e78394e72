package dev.pulse;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list of jobs.
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
