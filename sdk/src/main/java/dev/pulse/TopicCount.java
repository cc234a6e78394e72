package dev.pulse;

/**
 * How many jobs of a topic stand in one status.
 *
 * @param topic the topic
 * @param status the status
 * @param count how many
 * @param atLeast whether counting stopped there, because there are more
 */
public record TopicCount(String topic, JobStatus status, long count, boolean atLeast) {}
