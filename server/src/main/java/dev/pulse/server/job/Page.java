package dev.pulse.server.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a list, and where the next part starts; null when this was the last. */
public record Page<T>(List<T> items, @Nullable String next) {}
