/**
 * What attempts write while they run. {@link dev.pulse.server.log.AttemptLogs} is the door; the
 * other public types are its vocabulary.
 */
@NullMarked
package dev.pulse.server.log;

import org.jspecify.annotations.NullMarked;
