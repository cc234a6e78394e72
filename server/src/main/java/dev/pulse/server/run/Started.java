package dev.pulse.server.run;

import java.util.UUID;

/** A run was started; {@code existing}: it had been before, and nothing was done. */
public record Started(UUID id, boolean existing) {}
