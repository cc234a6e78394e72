package dev.pulse.server.job;

import java.util.UUID;

/** A job that is durable. {@code existing}: it was there already, by its id or its unique key. */
public record Submitted(UUID id, boolean existing) {}
