package dev.pulse.agents.branch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a task's work belongs.
 *
 * @param task the task's id
 * @param repository any folder of it
 * @param base the branch it begins at and, merged directly, ends in
 * @param branch its own
 * @param mrCommand a line for a shell, run after the branch was pushed for others to merge; null:
 *     what the repository's own configuration says under {@code pulse.mrCommand}
 */
public record TaskPlace(
    String task,
    String project,
    Path repository,
    String base,
    String branch,
    @Nullable String mrCommand) {}
