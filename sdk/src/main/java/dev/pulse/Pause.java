package dev.pulse;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why no jobs are handed out.
 *
 * @param topic the topic that is paused; null: every topic
 * @param reason what whoever paused it said
 * @param actor who paused it
 * @param since when
 */
public record Pause(@Nullable String topic, String reason, String actor, Instant since) {}
