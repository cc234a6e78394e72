/** Measurements, each a main method that starts what it needs and prints what it found. */
@NullMarked
package dev.pulse.benchmarks;

import org.jspecify.annotations.NullMarked;
