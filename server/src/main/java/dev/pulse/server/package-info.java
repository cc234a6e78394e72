/** The server: {@link dev.pulse.server.PulseServer} puts its rooms together. */
@NullMarked
package dev.pulse.server;

import org.jspecify.annotations.NullMarked;
