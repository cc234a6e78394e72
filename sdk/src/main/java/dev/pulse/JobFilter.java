package dev.pulse;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list. Start from {@link #all()} and narrow it.
 *
 * @param topic only this topic
 * @param name only this name
 * @param status only this status
 * @param pageSize how many come in one page, 1 to 500
 * @param cursor where to go on: {@link JobPage#next()} of the page before
 */
public record JobFilter(
    @Nullable String topic,
    @Nullable String name,
    @Nullable JobStatus status,
    int pageSize,
    @Nullable String cursor) {

  private static final int DEFAULT_PAGE_SIZE = 50;
  private static final int LARGEST_PAGE = 500;

  /** Refuses a page size that the server would not serve. */
  public JobFilter {
    if (pageSize < 1 || pageSize > LARGEST_PAGE) {
      throw new IllegalArgumentException(
          "pageSize is between 1 and %d, not %d".formatted(LARGEST_PAGE, pageSize));
    }
    if (status == JobStatus.UNKNOWN) {
      throw new IllegalArgumentException("no jobs can be listed by an unknown status");
    }
  }

  /** Every job. */
  public static JobFilter all() {
    return new JobFilter(null, null, null, DEFAULT_PAGE_SIZE, null);
  }

  /** Only jobs of this topic. */
  public JobFilter topic(String topic) {
    return new JobFilter(topic, name, status, pageSize, cursor);
  }

  /** Only jobs of this name. */
  public JobFilter name(String name) {
    return new JobFilter(topic, name, status, pageSize, cursor);
  }

  /** Only jobs in this status. */
  public JobFilter status(JobStatus status) {
    return new JobFilter(topic, name, status, pageSize, cursor);
  }

  /** So many jobs in one page. */
  public JobFilter pageSize(int pageSize) {
    return new JobFilter(topic, name, status, pageSize, cursor);
  }

  /** Goes on where the page before ended. */
  public JobFilter after(String cursor) {
    return new JobFilter(topic, name, status, pageSize, cursor);
  }
}
