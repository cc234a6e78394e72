/**
 * Who may call, over which address and under which certificate (H3). {@link
 * dev.pulse.server.auth.Authentication} is the door; the other public types are settings that
 * cannot be wrong.
 */
@NullMarked
package dev.pulse.server.auth;

import org.jspecify.annotations.NullMarked;
