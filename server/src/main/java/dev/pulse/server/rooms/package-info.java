/**
 * The rooms of the server, opened together: who serves them all is handed one {@link
 * dev.pulse.server.rooms.Rooms}.
 */
@NullMarked
package dev.pulse.server.rooms;

import org.jspecify.annotations.NullMarked;
