package dev.pulse;

import java.time.Instant;

/**
 * What somebody wants shown under a kind and a name.
 *
 * @param kind what it is about, such as {@code plan}
 * @param name which of them
 * @param document what is to be shown
 * @param updatedAt when it last changed
 * @param updatedBy who changed it
 */
public record StatusDocument(
    String kind, String name, Json document, Instant updatedAt, String updatedBy) {}
