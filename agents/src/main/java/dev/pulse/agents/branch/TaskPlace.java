package dev.pulse.agents.branch;

import java.nio.file.Path;

/**
 * Where a task's work belongs.
 *
 * @param task the task's id
 * @param repository any folder of it
 * @param base the branch it begins at and, merged directly, ends in
 * @param branch its own
 */
public record TaskPlace(String task, String project, Path repository, String base, String branch) {}
