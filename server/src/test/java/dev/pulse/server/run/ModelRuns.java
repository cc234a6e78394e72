package dev.pulse.server.run;

import dev.pulse.server.job.Lease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * What runs should do, in plain Java, written from SPEC N1 to N10 and not from the code: statuses
 * are words, time is counted in hours, and after every change the rules are applied until nothing
 * moves.
 */
final class ModelRuns {
  final Map<UUID, ModelRun> runs = new LinkedHashMap<>();
  long now;

  static final class ModelNode {
    final String id;
    final List<String> after;
    final String signal;
    final int maxAttempts;
    String status = "pending";
    ModelWait on;
    Lease lease;
    boolean queued;
    int attempts;

    ModelNode(String id, List<String> after, String signal, int maxAttempts) {
      this.id = id;
      this.after = after;
      this.signal = signal;
      this.maxAttempts = maxAttempts;
    }

    boolean broken() {
      return status.equals("failed") || status.equals("canceled");
    }

    void queue() {
      status = "ready";
      on = null;
      lease = null;
      queued = true;
      attempts = 0;
    }

    void end(String how) {
      status = how;
      on = null;
      lease = null;
      queued = false;
    }
  }

  static final class ModelWait {
    final String signal;
    final ModelNode node;
    final long due;
    String status = "pending";
    boolean wakes;
    boolean told;
    boolean current = true; // of this round, and not answered by another try
    String key;
    UUID id;
    String answer;

    ModelWait(String signal, ModelNode node, long due, boolean wakes) {
      this.signal = signal;
      this.node = node;
      this.due = due;
      this.wakes = wakes;
    }
  }

  final class ModelRun {
    final UUID id;
    final List<ModelNode> nodes;
    final List<ModelWait> waits = new ArrayList<>();
    String status = "running";

    ModelRun(UUID id, List<ModelNode> nodes) {
      this.id = id;
      this.nodes = nodes;
      settle();
    }

    boolean closed() {
      return !status.equals("running") && !status.equals("waiting");
    }

    ModelNode node(String id) {
      return nodes.stream().filter(node -> node.id.equals(id)).findFirst().orElseThrow();
    }

    List<ModelNode> all(Predicate<ModelNode> which) {
      return nodes.stream().filter(which).toList();
    }

    ModelWait pending(String signal) {
      return last(wait -> wait.status.equals("pending") && wait.signal.equals(signal));
    }

    ModelWait latest(ModelNode node, String signal) {
      return last(wait -> wait.current && wait.node == node && wait.signal.equals(signal));
    }

    ModelWait last(Predicate<ModelWait> which) {
      return waits.stream().filter(which).reduce((_, later) -> later).orElse(null);
    }

    /** Applies the rules until nothing moves. */
    void settle() {
      if (closed()) {
        return;
      }
      boolean moved = true;
      while (moved) {
        moved = false;
        for (ModelNode node : nodes) {
          if (node.status.equals("pending")) {
            moved |= begin(node);
          }
        }
      }
      boolean busy = !all(node -> node.status.equals("ready")).isEmpty();
      boolean broken = !all(ModelNode::broken).isEmpty();
      boolean asleep = !all(node -> node.status.equals("waiting")).isEmpty();
      if (busy) {
        status = "running";
      } else if (broken) {
        all(node -> node.status.equals("waiting")).forEach(node -> node.end("canceled"));
        close("failed");
      } else if (asleep) {
        status = "waiting";
      } else {
        close("completed");
      }
    }

    private boolean begin(ModelNode node) {
      if (!all(ModelNode::broken).isEmpty()) {
        node.end("skipped");
        return true;
      }
      if (!node.after.stream().allMatch(other -> node(other).status.equals("completed"))) {
        return false;
      }
      if (node.signal == null) {
        node.queue();
      } else {
        ask(node, node.signal, 2, false);
      }
      return true;
    }

    void ask(ModelNode node, String signal, long hours, boolean wakes) {
      if (pending(signal) != null) {
        node.end("failed");
        return;
      }
      node.end("waiting");
      node.on = open(node, signal, hours, wakes);
    }

    ModelWait open(ModelNode node, String signal, long hours, boolean wakes) {
      var wait = new ModelWait(signal, node, now + hours, wakes);
      waits.add(wait);
      return wait;
    }

    void close(String how) {
      waits.stream()
          .filter(wait -> wait.status.equals("pending"))
          .forEach(wait -> wait.status = "closed");
      status = how;
    }

    void suspend(ModelNode node, String signal, long hours, boolean wakes) {
      ModelWait latest = latest(node, signal);
      String how = latest == null ? "closed" : latest.status;
      switch (how) {
        case "pending" -> {
          latest.wakes = wakes;
          node.end("waiting");
          node.on = latest;
        }
        case "delivered" -> {
          if (latest.told) {
            ask(node, signal, hours, wakes);
          } else {
            wake(node, latest);
          }
        }
        case "expired" -> {
          if (wakes && !latest.told) {
            wake(node, latest);
          } else {
            node.end("failed");
          }
        }
        default -> ask(node, signal, hours, wakes);
      }
      settle();
    }

    private void wake(ModelNode node, ModelWait wait) {
      wait.told = true;
      node.queue();
    }

    /** Null: refused, because another node waits for that name. */
    ModelWait arm(ModelNode node, String signal, long hours) {
      ModelWait latest = latest(node, signal);
      if (latest != null
          && (latest.status.equals("pending")
              || (latest.status.equals("delivered") && !latest.told))) {
        return latest;
      }
      return pending(signal) != null ? null : open(node, signal, hours, true);
    }

    /** The answer's kind; {@code delivered} and {@code original} name their wait. */
    record Told(String kind, ModelWait of) {}

    Told deliver(String signal, UUID waitId, String key) {
      Predicate<ModelWait> named =
          wait -> wait.signal.equals(signal) && (waitId == null || Objects.equals(waitId, wait.id));
      ModelWait repeated =
          last(
              named
                  .and(wait -> key != null && wait.status.equals("delivered"))
                  .and(wait -> Objects.equals(key, wait.key)));
      if (repeated != null) {
        return new Told("original", repeated);
      }
      ModelWait pending = last(named.and(wait -> wait.status.equals("pending")));
      if (pending != null && pending.due > now) {
        pending.status = "delivered";
        pending.key = key;
        if (pending.node.on == pending) {
          if (pending.node.signal != null) {
            pending.node.end("completed");
          } else {
            wake(pending.node, pending);
          }
        }
        settle();
        return new Told("delivered", pending);
      }
      if (pending != null) {
        expire(pending);
        return new Told("signal_expired", null);
      }
      ModelWait delivered = last(named.and(wait -> wait.status.equals("delivered")));
      if (delivered != null) {
        return new Told("original", delivered);
      }
      if (last(named.and(wait -> wait.status.equals("expired"))) != null) {
        return new Told("signal_expired", null);
      }
      return new Told(closed() ? "run_closed" : "signal_not_awaited", null);
    }

    void expire(ModelWait wait) {
      wait.status = "expired";
      ModelNode node = wait.node;
      if (node.on == wait) {
        if (node.signal == null && wait.wakes) {
          wake(node, wait);
        } else {
          node.end("failed");
        }
      }
      settle();
    }

    boolean cancel() {
      if (closed()) {
        return false;
      }
      for (ModelNode node : nodes) {
        if (List.of("pending", "ready", "waiting").contains(node.status)) {
          node.end("canceled");
        }
      }
      close("canceled");
      return true;
    }

    boolean retry() {
      if (!status.equals("failed") && !status.equals("canceled")) {
        return false;
      }
      status = "running";
      waits.forEach(wait -> wait.current = false);
      all(node -> !node.status.equals("completed")).forEach(node -> node.end("pending"));
      settle();
      return true;
    }

    void failed(ModelNode node, boolean forGood, boolean noted) {
      node.lease = null;
      if (forGood || node.attempts >= node.maxAttempts) {
        node.end("failed");
        settle();
        return;
      }
      node.queued = true;
      if (noted) {
        waits.stream()
            .filter(wait -> wait.node == node && wait.status.equals("expired"))
            .forEach(wait -> wait.current = false);
      }
    }
  }

  /** A step of the sweeper. */
  int sweep() {
    int expired = 0;
    for (ModelRun run : runs.values()) {
      for (ModelWait wait : List.copyOf(run.waits)) {
        if (wait.status.equals("pending") && wait.due <= now) {
          run.expire(wait);
          expired++;
        }
      }
    }
    return expired;
  }
}
