/** What is done again and again: duties, and the one place that owns their threads. */
@NullMarked
package dev.pulse.server.upkeep;

import org.jspecify.annotations.NullMarked;
