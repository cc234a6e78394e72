package dev.pulse.server.job;

/** How many jobs a bulk request changed, and how many it could not. */
public record Handled(long jobs, long skipped) {}
