/** For users' tests: {@link dev.pulse.testing.EmbeddedPulse}, a real server on a real Postgres. */
@NullMarked
package dev.pulse.testing;

import org.jspecify.annotations.NullMarked;
