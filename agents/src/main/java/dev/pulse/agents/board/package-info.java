/**
 * A board of tasks in a git repository: an org file whose claims are commits, and whose pushes
 * decide who was first. {@link dev.pulse.agents.board.Board} is the door.
 */
@NullMarked
package dev.pulse.agents.board;

import org.jspecify.annotations.NullMarked;
