package dev.pulse.server.rest;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Page;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.status.StatusDocument;
import dev.pulse.server.status.StatusDocuments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of agents (A2). The server knows no agent files: it shows what runners have
 * told it, and a run is a job like any other.
 */
final class AgentRoutes {
  private static final String KIND = "agent";
  private static final int PAGE = 100;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  private final Dispatcher dispatcher;
  private final StatusDocuments statuses;
  private final RestConfig config;

  AgentRoutes(Dispatcher dispatcher, StatusDocuments statuses, RestConfig config) {
    this.dispatcher = dispatcher;
    this.statuses = statuses;
    this.config = config;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/agents";
    return List.of(
        Route.get(all, this::list),
        Route.post(all + "/{name}/run", this::run).reading(config.maxBodyBytes()));
  }

  private Answer list(Call call) {
    call.accepting();
    List<StatusDocument> told = told();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("agents");
          for (StatusDocument one : told) {
            json.writeStartObject();
            json.writeStringField("name", one.name());
            json.writeFieldName("document");
            json.writeRawValue(one.document());
            json.writeStringField("updated_at", one.updatedAt().toString());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private Answer run(Call call) {
    String name = call.accepting().path("name");
    if (!NAME.matcher(name).matches()) {
      throw Refused.field("name", "is not the name of an agent");
    }
    String document = statuses.find(KIND, name).map(StatusDocument::document).orElse(null);
    if (document == null) {
      expectNobodyTold(name);
    }
    String trace = call.trace();
    NewJob job = call.body(body -> new Order(body, name).job(limits(document), trace));
    Submitted submitted = dispatcher.submit(List.of(job)).toCompletableFuture().join().getFirst();
    return Answer.of(HttpStatus.CREATED, json -> JobJson.submitted(json, submitted));
  }

  /** Where no runner has told of agents yet, one of that name may still come. */
  private void expectNobodyTold(String name) {
    List<String> known = told().stream().map(StatusDocument::name).toList();
    if (!known.isEmpty()) {
      throw Refused.unknownAgent(name, known);
    }
  }

  private List<StatusDocument> told() {
    var all = new ArrayList<StatusDocument>();
    String cursor = null;
    do {
      Page<StatusDocument> page = statuses.list(KIND, PAGE, cursor);
      all.addAll(page.items());
      cursor = page.next();
    } while (cursor != null);
    return all;
  }

  /** What the agent's runs count against, as its runner told. */
  private static List<String> limits(@Nullable String document) {
    var limits = new ArrayList<String>();
    if (document != null) {
      boolean _ =
          JsonBody.read(
              document.getBytes(StandardCharsets.UTF_8),
              body -> {
                body.object("", field -> take(body, field, limits));
                return true;
              });
    }
    return limits;
  }

  private static boolean take(JsonBody body, String field, List<String> limits) throws IOException {
    if (field.equals("limits")) {
      body.array(field, _ -> limits.add(body.text(field)));
    } else {
      String _ = body.raw();
    }
    return true;
  }

  /** The body: what the agent is to do, passed on to the byte. */
  private static final class Order {
    private final StringJoiner args = new StringJoiner(",", "{", "}");
    private final JsonBody body;
    private boolean prompted;
    private int maxAttempts = 1;

    Order(JsonBody body, String agent) {
      this.body = body;
      args.add("\"agent\":\"" + agent + "\"");
    }

    NewJob job(List<String> limits, @Nullable String trace) throws IOException {
      body.object("", this::take);
      if (!prompted) {
        throw Refused.field("prompt", "is missing");
      }
      try {
        return NewJob.named("agent")
            .but()
            .topic("agents")
            .args(args.toString())
            .maxAttempts(maxAttempts)
            .limits(limits)
            .trace(trace)
            .build();
      } catch (JobRefused e) {
        throw Refused.job("", e);
      }
    }

    private boolean take(String field) throws IOException {
      if (body.isNull()) {
        return isText(field) || field.equals("env") || field.equals("max_attempts");
      }
      if (isText(field)) {
        String _ = body.text(field);
        pass(field, body.raw());
        prompted |= field.equals("prompt");
        return true;
      }
      switch (field) {
        case "env" -> env();
        case "max_attempts" -> maxAttempts = body.integer(field);
        default -> {
          return false;
        }
      }
      return true;
    }

    private static boolean isText(String field) {
      return switch (field) {
        case "prompt", "workdir", "session", "deliverable", "preamble" -> true;
        default -> false;
      };
    }

    private void env() throws IOException {
      var env = new StringJoiner(",", "{", "}");
      body.object(
          "env",
          name -> {
            String _ = body.text("env." + name);
            char[] quoted = JsonStringEncoder.getInstance().quoteAsString(name);
            env.add("\"" + new String(quoted) + "\":" + body.raw());
            return true;
          });
      pass("env", env.toString());
    }

    private void pass(String field, String json) {
      args.add("\"" + field + "\":" + json);
    }
  }
}
