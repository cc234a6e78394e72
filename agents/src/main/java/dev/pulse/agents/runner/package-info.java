/**
 * Runs agents: takes {@code agent} jobs, starts the command an agent file describes, watches over
 * everything it starts, and judges how it ended. {@code Runner} is the door.
 */
@NullMarked
package dev.pulse.agents.runner;

import org.jspecify.annotations.NullMarked;
