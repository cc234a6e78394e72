package dev.pulse.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Job;
import java.util.Locale;

/**
 * A job that an agent does, as it is told on the overview.
 *
 * @param job the job
 * @param agent whose work it is
 * @param what the beginning of its prompt
 * @param cost what it cost, where its agent says so; empty where not
 */
record AgentRun(Job job, String agent, String what, String cost) {
  static AgentRun of(Job job) {
    JsonNode args = Text.tree(job.args());
    JsonNode cost =
        job.result() == null ? args.path("no such") : Text.tree(job.result()).path("cost_usd");
    return new AgentRun(
        job,
        args.path("agent").asText("agent"),
        Text.brief(args.path("prompt").asText("")),
        cost.isNumber() ? String.format(Locale.ROOT, "$%.2f", cost.asDouble()) : "");
  }

  boolean runs() {
    return !job.status().isFinished();
  }
}
