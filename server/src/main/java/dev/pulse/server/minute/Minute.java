package dev.pulse.server.minute;

import dev.pulse.server.metrics.Tally;
import java.time.Instant;

/**
 * One minute, of all servers together.
 *
 * @param at when it began
 * @param counted what was counted in it
 * @param waiting how many jobs could start, when last looked at
 * @param running how many jobs ran, when last looked at
 */
public record Minute(Instant at, Tally counted, long waiting, long running) {}
