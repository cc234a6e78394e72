/** Postgres itself: where it runs, how it is reached, and how its schema is brought up to date. */
@NullMarked
package dev.pulse.server.postgres;

import org.jspecify.annotations.NullMarked;
