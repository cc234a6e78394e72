package dev.pulse.server.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A job as it is asked for. Whatever exists of this type can be submitted. */
public record NewJob(
    @Nullable UUID id,
    String name,
    String topic,
    String args,
    int priority,
    int maxAttempts,
    Due due,
    @Nullable String uniqueKey,
    List<String> limits,
    Backoff backoff,
    Origin origin,
    @Nullable String trace) {

  public static final String DEFAULT_TOPIC = "default";
  public static final int DEFAULT_MAX_ATTEMPTS = 5;
  static final int LONGEST_NAME = 200;
  static final int LONGEST_KEY = 500;
  private static final NewJob PLAINEST = named("plainest");

  /** When it may start. Postgres is the clock, so a delay counts from its now. */
  public sealed interface Due {
    Due NOW = new After(Duration.ZERO);

    record After(Duration delay) implements Due {}

    record At(Instant time) implements Due {}
  }

  /**
   * Who made it: a schedule, a node of a run, a sling, or nobody in particular.
   *
   * @param slung the end of it is told to whoever watches slings; not to be read back from a job
   */
  public record Origin(
      @Nullable UUID scheduleId, @Nullable UUID runId, @Nullable String nodeId, boolean slung) {
    public static final Origin NONE = new Origin(null, null, null);
    public static final Origin SLING = new Origin(null, null, null, true);

    public Origin(@Nullable UUID scheduleId, @Nullable UUID runId, @Nullable String nodeId) {
      this(scheduleId, runId, nodeId, false);
    }
  }

  public NewJob {
    Rules.text("name", name, LONGEST_NAME);
    Rules.text("topic", topic, LONGEST_NAME);
    Rules.range("priority", priority, -1000, 1000);
    Rules.range("max_attempts", maxAttempts, 1, 1000);
    Rules.json("args", args);
    Rules.due(due);
    if (uniqueKey != null) {
      Rules.text("unique_key", uniqueKey, LONGEST_KEY);
    }
    limits = limits.isEmpty() ? List.of() : limits.stream().distinct().sorted().toList();
    limits.forEach(limit -> Rules.text("limit", limit, LONGEST_NAME));
    if (trace != null) {
      Rules.text("trace", trace, LONGEST_NAME);
    }
  }

  /** Whether it may start as soon as somebody is free: it waits for no time, limit, key or run. */
  public boolean isUnhindered() {
    return due.equals(Due.NOW)
        && AgentLimit.carried(this).isEmpty()
        && uniqueKey == null
        && origin.runId() == null
        && !origin.slung();
  }

  /** Whether it has none of the things that few jobs have. */
  boolean isPlain() {
    return isUnhindered() && backoff.equals(Backoff.SQUARED) && origin.equals(Origin.NONE);
  }

  /** The plainest job of that name: no arguments, due now. */
  public static NewJob named(String name) {
    return new NewJob(
        null,
        name,
        DEFAULT_TOPIC,
        "{}",
        0,
        DEFAULT_MAX_ATTEMPTS,
        Due.NOW,
        null,
        List.of(),
        Backoff.SQUARED,
        Origin.NONE,
        null);
  }

  /** The same, to be changed before it is looked at: on the hot path a job is checked once. */
  public static Draft draft(String name) {
    return new Draft(PLAINEST, name);
  }

  /** A copy to change by {@link Draft}'s setters. */
  public Draft but() {
    return new Draft(this, name);
  }

  /** A job being put together. */
  public static final class Draft {
    private @Nullable UUID id;
    private final String name;
    private String topic;
    private String args;
    private int priority;
    private int maxAttempts;
    private Due due;
    private @Nullable String uniqueKey;
    private List<String> limits;
    private Backoff backoff;
    private Origin origin;
    private @Nullable String trace;

    private Draft(NewJob job, String name) {
      id = job.id;
      this.name = name;
      topic = job.topic;
      args = job.args;
      priority = job.priority;
      maxAttempts = job.maxAttempts;
      due = job.due;
      uniqueKey = job.uniqueKey;
      limits = job.limits;
      backoff = job.backoff;
      origin = job.origin;
      trace = job.trace;
    }

    /** An id of the caller's choice makes the submit idempotent. */
    public Draft id(@Nullable UUID id) {
      this.id = id;
      return this;
    }

    public Draft topic(String topic) {
      this.topic = topic;
      return this;
    }

    public Draft args(String json) {
      this.args = json;
      return this;
    }

    public Draft priority(int priority) {
      this.priority = priority;
      return this;
    }

    public Draft maxAttempts(int maxAttempts) {
      this.maxAttempts = maxAttempts;
      return this;
    }

    public Draft due(Due due) {
      this.due = due;
      return this;
    }

    public Draft delay(Duration delay) {
      return due(new Due.After(delay));
    }

    public Draft uniqueKey(@Nullable String uniqueKey) {
      this.uniqueKey = uniqueKey;
      return this;
    }

    public Draft limits(List<String> limits) {
      this.limits = limits;
      return this;
    }

    public Draft backoff(Backoff backoff) {
      this.backoff = backoff;
      return this;
    }

    public Draft origin(Origin origin) {
      this.origin = origin;
      return this;
    }

    public Draft trace(@Nullable String trace) {
      this.trace = trace;
      return this;
    }

    public NewJob build() {
      return new NewJob(
          id,
          name,
          topic,
          args,
          priority,
          maxAttempts,
          due,
          uniqueKey,
          limits,
          backoff,
          origin,
          trace);
    }
  }
}
