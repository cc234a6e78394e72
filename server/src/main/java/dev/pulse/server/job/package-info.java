/**
 * The job kernel: one unit of work, from submit to its end. {@link dev.pulse.server.job.Jobs} is
 * the door; the other public types are its vocabulary. It knows nothing of schedules, runs or
 * plans.
 */
@NullMarked
package dev.pulse.server.job;

import org.jspecify.annotations.NullMarked;
