/**
 * The branch of a task: the git worktree its agents work in, how far they have come, and how their
 * work gets to where others build on it. {@code TaskBranch} is the door.
 */
@NullMarked
package dev.pulse.agents.branch;

import org.jspecify.annotations.NullMarked;
