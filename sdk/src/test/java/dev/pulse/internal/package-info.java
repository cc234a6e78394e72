/**
 * How the SDK is proved: its pure pieces alone, its protocol against a peer that a test scripts.
 */
@NullMarked
package dev.pulse.internal;

import org.jspecify.annotations.NullMarked;
