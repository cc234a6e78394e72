package dev.pulse.server.status;

import java.time.Instant;

/** What somebody wants shown under a kind and a name; {@code document} is JSON. */
public record StatusDocument(
    String kind, String name, String document, Instant updatedAt, String updatedBy) {}
