package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobFilter;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Page;
import dev.pulse.server.job.Submitted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What can be done with jobs. */
final class JobRoutes {
  private static final int USUAL_PAGE = 50;

  private final Dispatcher dispatcher;
  private final Jobs jobs;
  private final RestConfig config;

  JobRoutes(Jobs jobs, Dispatcher dispatcher, RestConfig config) {
    this.dispatcher = dispatcher;
    this.jobs = jobs;
    this.config = config;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/jobs";
    String one = all + "/{id}";
    return List.of(
        Route.post(all, this::submit).reading(config.maxBodyBytes()),
        Route.post(all + "/batch", this::submitAll).reading(config.maxBatchBytes()),
        Route.get(all, this::list),
        Route.get(one, this::get),
        Route.get(one + "/attempts", this::attempts),
        Route.get(one + "/explain", this::explain),
        Route.get(one + "/wait", this::await).taking(config.longestWait().plusSeconds(30)),
        Route.post(one + "/cancel", this::cancel),
        Route.post(one + "/retry", this::retry),
        Route.get(RestApi.ROOT + "/counts", this::counts));
  }

  private Answer submit(Call call) {
    call.accepting();
    String trace = call.trace();
    NewJob job = call.body(body -> NewJobJson.read(body, "", trace));
    Submitted submitted = join(dispatcher.submit(List.of(job))).getFirst();
    return Answer.of(
        submitted.existing() ? HttpStatus.OK : HttpStatus.CREATED,
        json -> JobJson.submitted(json, submitted));
  }

  private Answer submitAll(Call call) {
    call.accepting();
    List<NewJob> asked = call.body(body -> batch(body, call.trace()));
    List<Submitted> submitted = asked.isEmpty() ? List.of() : join(dispatcher.submit(asked));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "jobs", submitted, JobJson::submitted);
          json.writeEndObject();
        });
  }

  private List<NewJob> batch(JsonBody body, @Nullable String trace) throws IOException {
    var asked = new ArrayList<NewJob>();
    var given = new boolean[1];
    body.object(
        "",
        field -> {
          if (!field.equals("jobs")) {
            return false;
          }
          given[0] = true;
          body.array(
              "jobs",
              index -> {
                if (index == config.maxBatchJobs()) {
                  throw Refused.field("jobs", "has more than " + index + " jobs");
                }
                asked.add(NewJobJson.read(body, "jobs[" + index + "]", trace));
              });
          return true;
        });
    if (!given[0]) {
      throw Refused.field("jobs", "is missing");
    }
    return asked;
  }

  private Answer list(Call call) {
    call.accepting("topic", "name", "status", "limit", "cursor");
    var filter =
        new JobFilter(call.query("topic"), call.query("name"), status(call.query("status")));
    return page(jobs.list(filter, call.query("limit", USUAL_PAGE), call.query("cursor")));
  }

  static Answer page(Page<Job> page) {
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "jobs", page.items(), JobJson::job);
          json.writeStringField("next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private static @Nullable JobStatus status(@Nullable String text) {
    if (text == null) {
      return null;
    }
    for (JobStatus status : JobStatus.values()) {
      if (status.name().equals(text.toUpperCase(Locale.ROOT))) {
        return status;
      }
    }
    throw Refused.field("status", "is one of " + List.of(JobStatus.values()));
  }

  private Answer get(Call call) {
    return job(call.accepting().id());
  }

  private Answer attempts(Call call) {
    UUID id = call.accepting().id();
    require(id);
    var attempts = jobs.attempts(id);
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "attempts", attempts, JobJson::attempt);
          json.writeEndObject();
        });
  }

  private Answer explain(Call call) {
    var explanation = dispatcher.explain(call.accepting().id());
    return Answer.ok(json -> JobJson.explanation(json, explanation));
  }

  private Answer await(Call call) {
    UUID id = call.accepting("timeout").id();
    String asked = call.query("timeout");
    Duration most = config.longestWait();
    Duration timeout = asked == null ? most : Texts.duration("timeout", asked);
    Job job =
        join(dispatcher.await(id, timeout.compareTo(most) > 0 ? most : timeout))
            .orElseThrow(() -> Refused.unknownJob(id));
    return Answer.ok(json -> JobJson.job(json, job));
  }

  private Answer cancel(Call call) {
    UUID id = call.accepting().id();
    call.expectNoBody();
    dispatcher.cancel(id);
    return job(id);
  }

  private Answer retry(Call call) {
    UUID id = call.accepting().id();
    call.expectNoBody();
    jobs.retry(id);
    return job(id);
  }

  private Answer counts(Call call) {
    call.accepting();
    var counts = jobs.counts();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "counts", counts, JobJson::count);
          json.writeEndObject();
        });
  }

  private Answer job(UUID id) {
    Job job = require(id);
    return Answer.ok(json -> JobJson.job(json, job));
  }

  /** Costs nothing on a virtual thread. */
  static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private Job require(UUID id) {
    return jobs.find(id).orElseThrow(() -> Refused.unknownJob(id));
  }
}
