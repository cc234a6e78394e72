/**
 * What using Pulse looks like, one file for each thing. The guide in {@code docs/learn/sdk.md} is
 * made of the parts between {@code docs:} and {@code end}.
 */
@NullMarked
package dev.pulse.examples;

import org.jspecify.annotations.NullMarked;
