/**
 * Schedules: jobs that are made when their time comes. {@link dev.pulse.server.schedule.Schedules}
 * is the door; the other public types are its vocabulary.
 */
@NullMarked
package dev.pulse.server.schedule;

import org.jspecify.annotations.NullMarked;
