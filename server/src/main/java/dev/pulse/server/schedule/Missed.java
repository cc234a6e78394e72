package dev.pulse.server.schedule;

/** What becomes of occurrences whose time passed while nobody could fire them (S3). */
public enum Missed {
  /** One job for all of them. */
  COALESCE,
  /** None, but for those that are only moments late. */
  SKIP,
  /** One job for each, oldest first. */
  CATCH_UP
}
