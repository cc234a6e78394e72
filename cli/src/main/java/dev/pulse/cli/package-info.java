/**
 * The command line: every command is an SDK client, except {@code up}, which composes the parts.
 */
@NullMarked
package dev.pulse.cli;

import org.jspecify.annotations.NullMarked;
