/**
 * Runs: graphs of nodes whose work is jobs or waits for signals. {@link dev.pulse.server.run.Runs}
 * is the door. The row of a run is its lock; {@link dev.pulse.server.run.RunState} decides, {@link
 * dev.pulse.server.run.RunStore} reads and writes.
 */
@NullMarked
package dev.pulse.server.run;

import org.jspecify.annotations.NullMarked;
