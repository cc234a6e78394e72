package dev.pulse.server.job;

/**
 * One attempt's right to a job: the job, the worker it was lent to, and the fence, a number that
 * grows with every start. Whoever reports must show all three.
 */
public record Lease(long job, long worker, int fence) {}
