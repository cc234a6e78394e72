package dev.pulse.server.job;

/** How many jobs of a topic stand so. Counting stops at a cap; {@code atLeast} then is true. */
public record TopicCount(String topic, JobStatus status, long count, boolean atLeast) {}
