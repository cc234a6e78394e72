package dev.pulse.server.sling;

import java.util.List;

/**
 * What an import did.
 *
 * @param warnings what was left out, and why
 */
public record Imported(int added, int changed, int unchanged, List<String> warnings) {}
