package dev.pulse.agents.branch;

/**
 * Where the work of a branch has come to.
 *
 * @param commit the last one of it
 * @param merged whether the base holds it now
 */
public record Landed(String commit, boolean merged) {}
