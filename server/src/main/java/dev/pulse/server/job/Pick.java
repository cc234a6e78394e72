package dev.pulse.server.job;

/**
 * A topic to claim from.
 *
 * @param fromStart looks behind the mark as well
 */
public record Pick(String topic, boolean fromStart) {}
