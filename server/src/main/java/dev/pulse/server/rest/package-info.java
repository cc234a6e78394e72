/**
 * The HTTP API under {@code /Pulse/v1} (H1, H2, H4) and the health checks. {@link
 * dev.pulse.server.rest.RestApi} is the door; the other public types are what it is given.
 */
@NullMarked
package dev.pulse.server.rest;

import org.jspecify.annotations.NullMarked;
