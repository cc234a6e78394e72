package dev.pulse;

import org.jspecify.annotations.Nullable;

/**
 * Which runs, or waits, to list. Start from {@link #all()} and narrow it.
 *
 * @param status only in this status: a run's, or a wait's
 * @param name only runs of this name
 * @param pageSize how many come in one page, 1 to 500
 * @param cursor where to go on: {@link Runs.Page#next()} of the page before
 */
public record RunFilter(
    @Nullable String status, @Nullable String name, int pageSize, @Nullable String cursor) {
  private static final int DEFAULT_PAGE_SIZE = 50;

  /** Everything. */
  public static RunFilter all() {
    return new RunFilter(null, null, DEFAULT_PAGE_SIZE, null);
  }

  /** Only those in this status. */
  public RunFilter status(String status) {
    return new RunFilter(status, name, pageSize, cursor);
  }

  /** Only runs of this name. */
  public RunFilter name(String name) {
    return new RunFilter(status, name, pageSize, cursor);
  }

  /** So many in one page. */
  public RunFilter pageSize(int pageSize) {
    return new RunFilter(status, name, pageSize, cursor);
  }

  /** Goes on where the page before ended. */
  public RunFilter after(String cursor) {
    return new RunFilter(status, name, pageSize, cursor);
  }
}
