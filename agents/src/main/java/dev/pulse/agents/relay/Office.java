package dev.pulse.agents.relay;

import java.time.Clock;

/**
 * What a look at a plan needs around it.
 *
 * @param awaiting tells when a job has ended
 * @param wake calls for another round
 */
record Office(
    Plans plans, Desk desk, Awaiting awaiting, Bulletin bulletin, Clock clock, Runnable wake) {}
