package dev.pulse.server.rest;

import dev.pulse.server.job.Backoff;
import dev.pulse.server.job.JobRefused;
import java.io.IOException;
import java.time.Duration;

/** A job's own back-off as a client writes it; what is left out takes a plain value. */
final class BackoffPolicy {
  private Duration base = Duration.ofSeconds(1);
  private double factor = 2;
  private Duration cap = Duration.ofHours(1);
  private double jitter;

  private BackoffPolicy() {}

  static Backoff read(JsonBody body, String where) throws IOException {
    var policy = new BackoffPolicy();
    body.object(where, field -> policy.take(body, field, where + "." + field));
    try {
      return new Backoff.Exponential(policy.base, policy.factor, policy.cap, policy.jitter);
    } catch (JobRefused e) {
      throw Refused.job(where, e);
    }
  }

  private boolean take(JsonBody body, String field, String at) throws IOException {
    switch (field) {
      case "base" -> base = Texts.duration(at, body.text(at));
      case "factor" -> factor = body.number(at);
      case "cap" -> cap = Texts.duration(at, body.text(at));
      case "jitter" -> jitter = body.number(at);
      default -> {
        return false;
      }
    }
    return true;
  }
}
