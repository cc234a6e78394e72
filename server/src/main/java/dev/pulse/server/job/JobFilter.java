package dev.pulse.server.job;

import org.jspecify.annotations.Nullable;

/** Which jobs to list; null means any. */
public record JobFilter(@Nullable String topic, @Nullable String name, @Nullable JobStatus status) {
  public static final JobFilter ANY = new JobFilter(null, null, null);
}
