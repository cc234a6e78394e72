/** What of this package is measured by itself: it is here because it is nobody else's business. */
@org.jspecify.annotations.NullMarked
package dev.pulse.server.postgres;
