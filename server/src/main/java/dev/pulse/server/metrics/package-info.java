/**
 * What the server tells about itself, for Prometheus. {@link dev.pulse.server.metrics.Metrics} is
 * the door.
 */
@NullMarked
package dev.pulse.server.metrics;

import org.jspecify.annotations.NullMarked;
