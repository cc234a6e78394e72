/**
 * Relay: markdown plans, one component at a time. The file is the queue; what runs is a job.
 *
 * <p>{@link Relay} works on the plans in {@code active/}; {@link Plans} is the same folder for
 * people and commands.
 */
@NullMarked
package dev.pulse.agents.relay;

import org.jspecify.annotations.NullMarked;
