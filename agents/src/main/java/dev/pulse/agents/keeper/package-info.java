/**
 * The keeper: standing agents with a cadence and a declared day. Org files own the plan of the day;
 * this only interprets and steps it. {@link dev.pulse.agents.keeper.Keeper} is the door.
 */
@NullMarked
package dev.pulse.agents.keeper;

import org.jspecify.annotations.NullMarked;
