/**
 * What happened in each minute of the last days, for charts. {@link
 * dev.pulse.server.minute.Minutes} is the door.
 */
@NullMarked
package dev.pulse.server.minute;

import org.jspecify.annotations.NullMarked;
