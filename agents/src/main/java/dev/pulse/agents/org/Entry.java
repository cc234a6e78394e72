package dev.pulse.agents.org;

/**
 * A key with its value: a property in a drawer, or a {@code #+KEY:} line.
 *
 * @param key in capitals, since org does not tell {@code :Def:} from {@code :DEF:}
 * @param value without the space around it
 * @param line where it stands, from 1
 */
public record Entry(String key, String value, int line) {}
