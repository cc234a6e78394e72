package dev.pulse.server.run;

import dev.pulse.server.job.NewJob;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as it is asked for.
 *
 * @param after the nodes that must be done before it; null: not said
 */
public record NewNode(String id, @Nullable List<String> after, Work work) {
  /** What it does. */
  public sealed interface Work {}

  /** It runs a job. */
  public record RunJob(NewJob job) implements Work {
    public RunJob {
      if (job.id() != null || job.uniqueKey() != null) {
        throw RunRefused.invalid("a node's job has no id and no unique_key of its own");
      }
      if (!(job.due() instanceof NewJob.Due.After)) {
        throw RunRefused.invalid("a node's job may have a delay, not a time");
      }
    }

    Duration delay() {
      return job.due() instanceof NewJob.Due.After(var delay) ? delay : Duration.ZERO;
    }
  }

  /** It waits for a signal, and needs no worker. */
  public record Await(String signal, @Nullable Duration expiresIn, @Nullable String question)
      implements Work {
    public Await {
      RunRules.name("signal", signal);
      RunRules.expiry(expiresIn);
      RunRules.question(question);
    }
  }

  public NewNode {
    RunRules.name("node id", id);
    after = after == null ? null : List.copyOf(after);
  }

  List<String> before() {
    return after == null ? List.of() : after;
  }

  NewNode after(List<String> others) {
    return new NewNode(id, others, work);
  }
}
