package dev.pulse;

/** What becomes of the times of a {@link Schedule} that passed while nobody could fire it. */
public enum Missed {
  /** One job for all of them. */
  COALESCE,
  /** None, but for those that are only moments late. */
  SKIP,
  /** One job for each, the oldest first. */
  CATCH_UP
}
