/** Ways to run jobs on Postgres, side by side: one Postgres, the same workloads, taken in turns. */
@NullMarked
package dev.pulse.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
