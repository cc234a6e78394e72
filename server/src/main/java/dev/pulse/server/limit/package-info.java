/**
 * Limits (D2): named caps that any number of jobs count against. This room keeps what operators
 * set; the claim in {@code job} obeys it. The door is {@link dev.pulse.server.limit.Limits}.
 */
@NullMarked
package dev.pulse.server.limit;

import org.jspecify.annotations.NullMarked;
