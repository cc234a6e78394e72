package dev.pulse.server.sling;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A setting as it stands.
 *
 * @param updatedAt null: it was never set and has its default
 */
public record Setting(
    String name,
    String value,
    String defaultValue,
    String description,
    @Nullable Instant updatedAt,
    @Nullable String updatedBy) {}
