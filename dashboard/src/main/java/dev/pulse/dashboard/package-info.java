/**
 * The dashboard: pages drawn on the server, through the SDK alone. {@link
 * dev.pulse.dashboard.Dashboard} is the door.
 *
 * <p>A page is one class that implements {@code Page}, one template of the same name in {@code
 * src/main/jte}, and one line in {@code Pages}, the navigation. It says what it shows at which
 * path, and what can be done there; security, live updates and errors are the frame's.
 */
@NullMarked
package dev.pulse.dashboard;

import org.jspecify.annotations.NullMarked;
