package dev.pulse.server.run;

import dev.pulse.server.job.Explanation.Reason;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Jobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds out what a run, or the node behind a job, waits for (J14). */
final class Explaining {
  private final RunLookup lookup;
  private final Jobs jobs;

  Explaining(RunLookup lookup, Jobs jobs) {
    this.lookup = lookup;
    this.jobs = jobs;
  }

  RunExplanation run(UUID id) {
    Run run = lookup.find(id).orElseThrow(() -> RunRefused.notFound(id));
    var reasons = new ArrayList<RunExplanation.Reason>();
    for (Run.Node node : run.nodes()) {
      for (Reason reason : reasons(run, node)) {
        reasons.add(new RunExplanation.Reason(node.id(), reason.code(), reason.message()));
      }
    }
    if (run.status().isClosed()) {
      reasons.addFirst(
          new RunExplanation.Reason(
              null, "closed", "It is " + run.status().text() + " since " + run.closedAt() + "."));
    }
    return new RunExplanation(id, run.status(), reasons);
  }

  private List<Reason> reasons(Run run, Run.Node node) {
    return switch (node.status()) {
      case WAITING -> List.of(waiting(run, node));
      case PENDING -> List.of(dependency(run, node));
      case READY, RUNNING -> job(node);
      case FAILED, CANCELED -> List.of(new Reason(node.status().text(), because(node)));
      case SKIPPED ->
          List.of(new Reason("skipped", "It was not started, because another node failed."));
      case COMPLETED -> List.of();
    };
  }

  /** What there is to say about a node to somebody who asks about its job. */
  List<Reason> node(Job job) {
    UUID runId = job.origin().runId();
    Optional<Run> run = runId == null ? Optional.empty() : lookup.find(runId);
    if (run.isEmpty()) {
      return List.of();
    }
    for (Run.Node node : run.get().nodes()) {
      if (node.id().equals(job.origin().nodeId())
          && job.id().equals(node.jobId())
          && node.status() == NodeStatus.WAITING) {
        return List.of(waiting(run.get(), node));
      }
    }
    return List.of();
  }

  private List<Reason> job(Run.Node node) {
    if (node.jobId() == null) {
      return List.of();
    }
    try {
      return jobs.explain(node.jobId()).reasons();
    } catch (JobRefused e) {
      return List.of(new Reason("unknown", "Its job " + node.jobId() + " cannot be found."));
    }
  }

  private static Reason waiting(Run run, Run.Node node) {
    Optional<Wait> wait =
        run.waits().stream().filter(each -> each.id().equals(node.waitId())).findFirst();
    String text =
        wait.map(
                each ->
                    "Node %s waits for signal %s since %s%s."
                        .formatted(
                            node.id(),
                            each.signal(),
                            each.createdAt(),
                            each.expiresAt() == null ? "" : ", until " + each.expiresAt()))
            .orElse("Node " + node.id() + " waits for a signal.");
    return new Reason("waiting_for_signal", text);
  }

  private static Reason dependency(Run run, Run.Node node) {
    List<String> open =
        run.nodes().stream()
            .filter(other -> node.after().contains(other.id()))
            .filter(other -> other.status() != NodeStatus.COMPLETED)
            .map(other -> other.id() + " (" + other.status().text() + ")")
            .toList();
    return new Reason("dependency", "It comes after " + String.join(", ", open) + ".");
  }

  private static String because(Run.Node node) {
    return node.error() == null ? "It is " + node.status().text() + "." : node.error();
  }
}
