package dev.pulse.server.run;

import org.jspecify.annotations.Nullable;

/** Which runs to list; what is null does not matter. */
public record RunFilter(@Nullable RunStatus status, @Nullable String name) {}
