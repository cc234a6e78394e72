/**
 * The Pulse SDK: submit jobs, run handlers, ask what became of them. {@link dev.pulse.Pulse} is the
 * door; the other types are its vocabulary. Nothing outside this package is meant to be imported.
 */
@NullMarked
package dev.pulse;

import org.jspecify.annotations.NullMarked;
