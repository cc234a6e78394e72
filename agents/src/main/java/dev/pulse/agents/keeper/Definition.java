package dev.pulse.agents.keeper;

/**
 * What a standing agent runs: which agent, and in what words.
 *
 * @param agent its name in the registry
 * @param prompt the text of an org definition; empty for an agent file, whose text the runner knows
 */
record Definition(String agent, String prompt, KnownAgent known) {}
