/**
 * What using Pulse looks like, one file for each thing. The guides in {@code docs/learn} are made
 * of the parts between {@code docs:} and {@code end}.
 */
@NullMarked
package dev.pulse.examples;

import org.jspecify.annotations.NullMarked;
