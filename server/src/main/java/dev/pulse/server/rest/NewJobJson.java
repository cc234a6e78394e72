package dev.pulse.server.rest;

import dev.pulse.server.job.Backoff;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.NewJob;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One job as a client asks for it. A null field, but args, is a field left out. */
final class NewJobJson {
  private final JsonBody body;
  private final String where;
  private final List<UnaryOperator<NewJob.Draft>> asked = new ArrayList<>();
  private @Nullable String name;
  private boolean due;

  private NewJobJson(JsonBody body, String where) {
    this.body = body;
    this.where = where;
  }

  /**
   * @param where how errors name the place, such as {@code jobs[3]}; empty at the top
   * @param trace the caller's trace context, for a job that brings none itself
   */
  static NewJob read(JsonBody body, String where, @Nullable String trace) throws IOException {
    var reader = new NewJobJson(body, where);
    body.object(where, reader::take);
    return reader.job(trace);
  }

  private boolean take(String field) throws IOException {
    if (field.equals("args")) {
      String args = body.raw();
      asked.add(draft -> draft.args(args));
      return true;
    }
    boolean absent = body.isNull();
    switch (field) {
      case "name" -> name = absent ? null : body.text(at(field));
      case "id" -> unless(absent, this::id);
      case "topic" -> unless(absent, this::topic);
      case "priority" -> unless(absent, this::priority);
      case "max_attempts" -> unless(absent, this::maxAttempts);
      case "delay" -> unless(absent, this::delay);
      case "at" -> unless(absent, this::time);
      case "unique_key" -> unless(absent, this::uniqueKey);
      case "limits" -> unless(absent, this::limits);
      case "backoff" -> unless(absent, this::backoff);
      case "traceparent" -> unless(absent, this::traceparent);
      default -> {
        return false;
      }
    }
    return true;
  }

  private interface Step {
    UnaryOperator<NewJob.Draft> read() throws IOException;
  }

  private void unless(boolean absent, Step step) throws IOException {
    if (!absent) {
      asked.add(step.read());
    }
  }

  private UnaryOperator<NewJob.Draft> id() throws IOException {
    UUID id = Texts.id(at("id"), body.text(at("id")));
    return draft -> draft.id(id);
  }

  private UnaryOperator<NewJob.Draft> topic() throws IOException {
    String topic = body.text(at("topic"));
    return draft -> draft.topic(topic);
  }

  private UnaryOperator<NewJob.Draft> priority() throws IOException {
    int priority = body.integer(at("priority"));
    return draft -> draft.priority(priority);
  }

  private UnaryOperator<NewJob.Draft> maxAttempts() throws IOException {
    int most = body.integer(at("max_attempts"));
    return draft -> draft.maxAttempts(most);
  }

  private UnaryOperator<NewJob.Draft> delay() throws IOException {
    Duration delay = duration("delay");
    return due(new NewJob.Due.After(delay));
  }

  private UnaryOperator<NewJob.Draft> time() throws IOException {
    Instant time = Texts.time(at("at"), body.text(at("at")));
    return due(new NewJob.Due.At(time));
  }

  private UnaryOperator<NewJob.Draft> due(NewJob.Due when) {
    if (due) {
      throw Refused.field(at("delay"), "and at exclude each other");
    }
    due = true;
    return draft -> draft.due(when);
  }

  private UnaryOperator<NewJob.Draft> uniqueKey() throws IOException {
    String key = body.text(at("unique_key"));
    return draft -> draft.uniqueKey(key);
  }

  private UnaryOperator<NewJob.Draft> limits() throws IOException {
    var limits = new ArrayList<String>();
    body.array(at("limits"), index -> limits.add(body.text(at("limits[" + index + "]"))));
    return draft -> draft.limits(limits);
  }

  private UnaryOperator<NewJob.Draft> traceparent() throws IOException {
    String trace = body.text(at("traceparent"));
    return draft -> draft.trace(trace);
  }

  private UnaryOperator<NewJob.Draft> backoff() throws IOException {
    Backoff backoff = BackoffPolicy.read(body, at("backoff"));
    return draft -> draft.backoff(backoff);
  }

  private Duration duration(String field) throws IOException {
    return Texts.duration(at(field), body.text(at(field)));
  }

  private NewJob job(@Nullable String trace) {
    String called = name;
    if (called == null) {
      throw Refused.field(at("name"), "is missing");
    }
    try {
      NewJob.Draft draft = NewJob.draft(called).trace(trace);
      for (UnaryOperator<NewJob.Draft> change : asked) {
        draft = change.apply(draft);
      }
      return draft.build();
    } catch (JobRefused e) {
      throw Refused.job(where, e);
    }
  }

  private String at(String field) {
    return where.isEmpty() ? field : where + "." + field;
  }
}
