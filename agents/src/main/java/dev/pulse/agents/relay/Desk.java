package dev.pulse.agents.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Attempt;
import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands components to the agents as jobs, and reads how these stand. */
final class Desk {
  private static final String NAME = "agent";
  private static final String TOPIC = "agents";
  private static final List<JobStatus> LIVE =
      List.of(JobStatus.PENDING, JobStatus.RUNNING, JobStatus.RETRYING, JobStatus.SCHEDULED);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Says in a job's environment whose it is: paths may be the same on two machines. */
  static final String OWNER = "PULSE_RELAY";

  private final Pulse pulse;
  private final String owner;
  private final Function<String, Optional<List<String>>> agents;

  Desk(Pulse pulse, String owner, Function<String, Optional<List<String>>> agents) {
    this.pulse = pulse;
    this.owner = owner;
    this.agents = agents;
  }

  String owner() {
    return owner;
  }

  void submit(UUID id, Map<String, Object> args) {
    List<String> limits = agents.apply(String.valueOf(args.get("agent"))).orElseGet(List::of);
    // The relay retries by itself, under another id, so that the file can count.
    pulse.submit(
        NAME,
        args,
        options ->
            options.id(id).topic(TOPIC).maxAttempts(1).limits(limits.toArray(String[]::new)));
  }

  /** Stops a job; one that has ended meanwhile is stopped already. */
  void cancel(UUID id) {
    try {
      pulse.cancel(id);
    } catch (PulseException e) {
      if (e.code() != PulseException.Code.CONFLICT && e.code() != PulseException.Code.NOT_FOUND) {
        throw e;
      }
    }
  }

  JobView view(UUID id) {
    try {
      return view(pulse.job(id));
    } catch (PulseException e) {
      if (e.code() == PulseException.Code.NOT_FOUND) {
        return new JobView.Gone();
      }
      throw e;
    }
  }

  /** By which the conversation of an agent can be taken up again, if its job tells it. */
  Optional<String> session(UUID id) {
    try {
      return Optional.of(told(pulse.job(id)).path("session").asText(""))
          .filter(session -> !session.isEmpty());
    } catch (PulseException e) {
      if (e.code() == PulseException.Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The live jobs of this relay, each with the file that it was made for. */
  Map<UUID, Path> live() {
    var live = new HashMap<UUID, Path>();
    for (JobStatus status : LIVE) {
      var filter = JobFilter.all().topic(TOPIC).name(NAME).status(status).pageSize(500);
      pulse
          .jobs(filter)
          .forEach(
              job -> {
                JsonNode env = tree(job.args()).path("env");
                if (owner.equals(env.path(OWNER).asText())) {
                  live.put(job.id(), Path.of(env.path("PULSE_PLAN").asText()));
                }
              });
    }
    return live;
  }

  private JobView view(Job job) {
    return switch (job.status()) {
      case SCHEDULED, PENDING, RUNNING, RETRYING, UNKNOWN -> new JobView.Live();
      case CANCELED -> new JobView.Canceled();
      case COMPLETED -> completed(tree(job.result()));
      case DEAD_LETTERED -> dead(job);
    };
  }

  /** R7: that the executor returned does not mean that the work succeeded. */
  private static JobView completed(JsonNode result) {
    String output = result.path("output").asText("").strip();
    return switch (outcome(result)) {
      case "", "DONE", "NO_WORK" -> new JobView.Succeeded(lastParagraph(output));
      case "SUSPENDED" -> new JobView.Asks(output);
      default -> new JobView.Failed(outcome(result) + ": " + lastParagraph(output));
    };
  }

  private JobView dead(Job job) {
    Optional<Attempt> last = last(job);
    JsonNode result = result(job, last);
    boolean interrupted = outcome(result).equals("CANCELED");
    if (interrupted || last.filter(attempt -> "LOST".equals(attempt.outcome())).isPresent()) {
      return new JobView.Lost();
    }
    String error = job.lastError() == null ? "failed" : job.lastError().strip();
    String output = lastParagraph(result.path("output").asText(""));
    return new JobView.Failed(
        output.isEmpty() || error.contains(output) ? error : error + ": " + output);
  }

  private JsonNode told(Job job) {
    return job.status() == JobStatus.COMPLETED ? tree(job.result()) : result(job, last(job));
  }

  private Optional<Attempt> last(Job job) {
    List<Attempt> attempts = pulse.attempts(job.id());
    return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
  }

  /** What a failed attempt tells is kept with the attempt. */
  private static JsonNode result(Job job, Optional<Attempt> last) {
    return tree(last.map(Attempt::result).orElse(job.result()));
  }

  private static String outcome(JsonNode result) {
    return result.path("outcome").asText("").toUpperCase(Locale.ROOT);
  }

  /** Agents end with what they did; what comes before it is how. */
  private static String lastParagraph(String output) {
    String text = output.strip();
    int blank = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\n\r\n"));
    return blank < 0 ? text : text.substring(blank).strip();
  }

  private static JsonNode tree(@Nullable Json json) {
    try {
      return JSON.readTree(json == null ? "{}" : json.text());
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }
}
