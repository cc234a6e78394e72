package dev.pulse.server.dispatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing is claimed (D1).
 *
 * @param topic null: of every topic
 */
public record Pause(@Nullable String topic, String reason, String actor, Instant since) {}
