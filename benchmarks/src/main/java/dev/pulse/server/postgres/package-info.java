/** What of this package is measured by itself: it is here because it is nobody else's business. */
@NullMarked
package dev.pulse.server.postgres;

import org.jspecify.annotations.NullMarked;
