package dev.pulse.agents.runner;

/**
 * A process as it was seen.
 *
 * @param started tells it from another that gets its number later
 * @param parent 0 where nobody knows
 * @param group 0 where nobody knows
 * @param session 0 where nobody knows
 * @param leash what {@link Leash#VARIABLE} said in its environment; empty for nothing
 */
record Sighting(long pid, long started, long parent, long group, long session, String leash) {}
