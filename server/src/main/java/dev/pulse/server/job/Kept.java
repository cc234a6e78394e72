package dev.pulse.server.job;

import java.util.UUID;

/** A lease that goes on under a new worker number, and the job it is for. */
public record Kept(Lease lease, UUID id, String topic) {}
