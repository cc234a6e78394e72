package dev.pulse.agents.relay;

/**
 * One piece of metadata, and where it stands.
 *
 * @param line the line with its marker, counted from 0
 * @param last its last line; only a Result may have several
 * @param from the byte where its value begins
 * @param to the byte behind its value
 */
record Field(Key key, int line, int last, int from, int to, String value) {}
