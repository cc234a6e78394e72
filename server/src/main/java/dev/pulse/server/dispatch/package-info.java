/**
 * Brings jobs to workers and their results back. {@link dev.pulse.server.dispatch.Dispatcher} is
 * the door; it holds nothing that must survive, so any number of servers may run one.
 */
@NullMarked
package dev.pulse.server.dispatch;

import org.jspecify.annotations.NullMarked;
