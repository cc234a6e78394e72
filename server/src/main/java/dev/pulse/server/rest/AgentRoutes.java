package dev.pulse.server.rest;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of agents (A2). The server knows no agent files: it shows what runners have
 * told it, and a run is a job like any other.
 */
final class AgentRoutes {
  /** The agents that runners have told of: their documents by name. None: nobody has told. */
  interface Directory {
    Map<String, String> documents();
  }

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  private final Dispatcher dispatcher;
  private final RestConfig config;
  private final Directory directory;

  AgentRoutes(Dispatcher dispatcher, RestConfig config, Directory directory) {
    this.dispatcher = dispatcher;
    this.config = config;
    this.directory = directory;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/agents";
    return List.of(
        Route.get(all, this::list),
        Route.post(all + "/{name}/run", this::run).reading(config.maxBodyBytes()));
  }

  private Answer list(Call call) {
    call.accepting();
    Map<String, String> documents = new TreeMap<>(directory.documents());
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("agents");
          for (var one : documents.entrySet()) {
            json.writeStartObject();
            json.writeStringField("name", one.getKey());
            json.writeFieldName("document");
            json.writeRawValue(one.getValue());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private Answer run(Call call) {
    String name = call.accepting().name();
    if (!NAME.matcher(name).matches()) {
      throw Refused.field("name", "is not the name of an agent");
    }
    Map<String, String> known = directory.documents();
    if (!known.isEmpty() && !known.containsKey(name)) {
      throw Refused.unknownAgent(name, new TreeMap<>(known).keySet());
    }
    String trace = call.trace();
    NewJob job = call.body(body -> new Order(body, name).job(limits(known.get(name)), trace));
    Submitted submitted = dispatcher.submit(List.of(job)).toCompletableFuture().join().getFirst();
    return Answer.of(HttpStatus.CREATED, json -> JobJson.submitted(json, submitted));
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
