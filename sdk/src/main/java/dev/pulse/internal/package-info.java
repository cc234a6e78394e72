/**
 * How the SDK does it. {@link dev.pulse.internal.Client} is the door, for {@link dev.pulse.Pulse}
 * alone; everything here may change without notice.
 */
@NullMarked
package dev.pulse.internal;

import org.jspecify.annotations.NullMarked;
