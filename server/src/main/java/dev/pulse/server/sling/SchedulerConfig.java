package dev.pulse.server.sling;

import java.time.Duration;

/**
 * How tasks are dispatched (G1).
 *
 * @param maxAgents 0 or less: at once; more: so many agents at a time
 * @param interval how long a scheduler that stopped at its batch waits, when nothing happens
 */
record SchedulerConfig(int maxAgents, int batchSize, Duration spawnDelay, Duration interval) {
  boolean isDirect() {
    return maxAgents <= 0;
  }
}
