package dev.pulse;

/**
 * What became of a wish to retry dead letters.
 *
 * @param jobs how many start over
 * @param skipped how many could not, because another job holds their unique key
 */
public record Retried(long jobs, long skipped) {}
