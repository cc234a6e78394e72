package dev.pulse.agents.runner;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to start, and where.
 *
 * @param words the program and its arguments
 * @param env the whole environment
 * @param stdin what it may read; closed after it
 */
record Launch(
    List<String> words, Map<String, String> env, Path workdir, String stdin, Leash leash) {}
