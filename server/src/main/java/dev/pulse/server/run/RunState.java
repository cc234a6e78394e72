package dev.pulse.server.run;

import static dev.pulse.server.run.NodeStatus.CANCELED;
import static dev.pulse.server.run.NodeStatus.COMPLETED;
import static dev.pulse.server.run.NodeStatus.FAILED;
import static dev.pulse.server.run.NodeStatus.PENDING;
import static dev.pulse.server.run.NodeStatus.READY;
import static dev.pulse.server.run.NodeStatus.SKIPPED;
import static dev.pulse.server.run.NodeStatus.WAITING;

import dev.pulse.server.run.StageNote.Ask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run that is locked, and the one place that decides what becomes of it. Knows no database: it is
 * given what was read, and keeps what is to be written.
 */
final class RunState {
  final UUID id;
  final String name;
  final Map<String, NodeState> nodes = new LinkedHashMap<>();
  final List<WaitState> waits = new ArrayList<>();
  final List<RunEvent> news = new ArrayList<>();

  /** Nodes whose job is to be submitted, and whether that is their first in this round. */
  final Map<NodeState, Boolean> launched = new LinkedHashMap<>();

  RunStatus status;
  int round = 1;
  int events;
  int pendingWaits;
  boolean unwinding;
  @Nullable Instant closedAt;
  Instant now = Instant.EPOCH;

  private final Supplier<UUID> ids;

  RunState(UUID id, String name, RunStatus status, Supplier<UUID> ids) {
    this.id = id;
    this.name = name;
    this.status = status;
    this.ids = ids;
  }

  void start() {
    tell("run.started", null, null, null, null);
    openNext();
    settle();
  }

  /** The node whose job this is and still counts; a job that was replaced has nothing to say. */
  Optional<NodeState> under(UUID job, @Nullable String nodeId) {
    return Optional.ofNullable(nodes.get(String.valueOf(nodeId)))
        .filter(node -> !status.isClosed() && node.status == READY && job.equals(node.jobId));
  }

  /** The job on which a node of a closed run broke down. */
  Optional<UUID> lastJobOf(@Nullable String nodeId) {
    return Optional.ofNullable(nodes.get(String.valueOf(nodeId)))
        .filter(node -> status.isClosed() && node.isBroken())
        .map(node -> node.jobId);
  }

  void done(NodeState node, @Nullable String result) {
    complete(node, result);
    settle();
  }

  void failed(NodeState node, @Nullable String error) {
    breakDown(node, FAILED, String.valueOf(error));
    settle();
  }

  void jobCanceled(NodeState node) {
    breakDown(node, CANCELED, "its job was canceled");
    settle();
  }

  /** Another stage wrote first what this one wrote too: it runs again and sees that. */
  void overtaken(NodeState node) {
    tell("node.overtaken", node, null, null, "shared memory had changed; the stage runs again");
    launch(node, false);
  }

  /** The stage will be tried again: what expired has been answered by that. */
  void triedAgain(NodeState node) {
    for (WaitState wait : waits) {
      if (of(node, wait) && wait.status == WaitStatus.EXPIRED) {
        wait.round = 0;
        wait.changed = true;
      }
    }
  }

  /** A stage stops to wait. What came, or lapsed, before it did is not lost on it (N7). */
  void suspend(NodeState node, Ask ask) {
    WaitState latest = latest(node, ask.signal());
    if (latest == null) {
      ask(node, ask);
    } else {
      suspend(node, ask, latest);
    }
    settle();
  }

  private void suspend(NodeState node, Ask ask, WaitState latest) {
    switch (latest.status) {
      case PENDING -> {
        latest.wakes = ask.wakes();
        latest.changed = true;
        await(node, latest);
      }
      case DELIVERED -> {
        if (latest.told) {
          ask(node, ask); // it has seen that one, and asks anew
        } else {
          wake(node, latest);
        }
      }
      case EXPIRED -> {
        if (latest.told || !ask.wakes()) {
          breakDown(node, FAILED, latest.lapse());
        } else {
          wake(node, latest);
        }
      }
      case CLOSED -> ask(node, ask);
    }
  }

  /** A running stage's wait, before it asks anybody (N7): the one it has, or a new one. */
  WaitState arm(NodeState node, Ask ask) {
    WaitState latest = latest(node, ask.signal());
    if (latest != null
        && (latest.isPending() || (latest.status == WaitStatus.DELIVERED && !latest.told))) {
      return latest;
    }
    if (pending(ask.signal()).isPresent()) {
      throw RunRefused.taken(ask.signal());
    }
    return open(node, ask);
  }

  void deliver(WaitState wait, Delivery delivery) {
    end(wait, WaitStatus.DELIVERED, "signal.delivered");
    wait.delivery = delivery;
    wait.key = delivery.key();
    wait.answer = Answers.delivered(this, wait, delivery);
    NodeState node = waitingFor(wait);
    if (node != null && node.awaits != null) {
      complete(node, delivery.payload());
    } else if (node != null) {
      wake(node, wait);
    }
    settle();
  }

  void expire(WaitState wait) {
    end(wait, WaitStatus.EXPIRED, "signal.expired");
    NodeState node = waitingFor(wait);
    if (node != null && node.awaits == null && wait.wakes) {
      wake(node, wait);
    } else if (node != null) {
      breakDown(node, FAILED, wait.lapse());
    }
    settle();
  }

  void cancel() {
    if (status.isClosed()) {
      throw RunRefused.illegal(id, status, "canceled");
    }
    unwinding = nodes.values().stream().anyMatch(node -> node.status == READY);
    for (NodeState node : nodes.values()) {
      if (node.isUnfinished()) {
        node.finish(CANCELED, now, null, null);
        tell("node.canceled", node, null, null, null);
      }
    }
    close(RunStatus.CANCELED);
  }

  /**
   * Starts over what was not completed, with fresh waits (N10).
   *
   * @param revived jobs that start over themselves; their nodes need no new ones
   */
  void retry(Set<UUID> revived) {
    if (status != RunStatus.FAILED && status != RunStatus.CANCELED) {
      throw RunRefused.illegal(id, status, "retried");
    }
    status = RunStatus.RUNNING;
    closedAt = null;
    round++;
    tell("run.retried", null, null, null, null);
    for (NodeState node : nodes.values()) {
      if (node.status != COMPLETED) {
        node.startOver();
        if (node.jobId != null && revived.contains(node.jobId)) {
          node.become(READY);
          tell("node.ready", node, node.jobId, null, null);
        }
      }
    }
    openNext();
    settle();
  }

  private void openNext() {
    for (NodeState node : List.copyOf(nodes.values())) {
      if (node.status == PENDING && node.after.stream().allMatch(this::isCompleted)) {
        if (node.awaits == null) {
          launch(node, true);
        } else {
          NewNode.Await awaits = node.awaits;
          ask(node, new Ask(awaits.signal(), awaits.expiresIn(), awaits.question(), false));
        }
      }
    }
  }

  private boolean isCompleted(String node) {
    NodeState before = nodes.get(node);
    return before != null && before.status == COMPLETED;
  }

  private void launch(NodeState node, boolean first) {
    node.become(READY);
    node.jobId = ids.get();
    launched.put(node, first);
    tell("node.ready", node, node.jobId, null, null);
  }

  private void complete(NodeState node, @Nullable String result) {
    node.finish(COMPLETED, now, result, null);
    tell("node.completed", node, node.jobId, null, null);
    openNext();
  }

  /** Nothing new is started after a failure; what is under way may finish and is kept. */
  private void breakDown(NodeState node, NodeStatus how, String why) {
    node.finish(how, now, null, why);
    tell("node." + how.text(), node, node.jobId, null, why);
    for (NodeState other : nodes.values()) {
      if (other.status == PENDING) {
        other.finish(SKIPPED, now, null, null);
        tell("node.skipped", other, null, null, null);
      }
    }
  }

  private void ask(NodeState node, Ask ask) {
    if (pending(ask.signal()).isPresent()) {
      breakDown(node, FAILED, "signal_taken: another node waits for signal " + ask.signal());
      return;
    }
    await(node, open(node, ask));
  }

  private void await(NodeState node, WaitState wait) {
    node.become(WAITING);
    node.waitId = wait.id;
    tell("node.waiting", node, null, wait, wait.question);
  }

  private WaitState open(NodeState node, Ask ask) {
    Duration expiresIn = ask.expiresIn();
    Instant expiresAt = expiresIn == null ? null : now.plus(expiresIn);
    var wait = new WaitState(ids.get(), ask.signal(), node.id, now, expiresAt, ask.question());
    wait.round = round;
    wait.wakes = ask.wakes();
    wait.fresh = true;
    waits.add(wait);
    pendingWaits++;
    tell("signal.awaited", node, null, wait, null);
    return wait;
  }

  private void wake(NodeState node, WaitState wait) {
    wait.tell();
    launch(node, false);
  }

  private void end(WaitState wait, WaitStatus how, String event) {
    wait.end(how, now);
    pendingWaits--;
    tell(event, nodes.get(String.valueOf(wait.nodeId)), null, wait, null);
  }

  /** The run's status follows from its nodes'. */
  private void settle() {
    Collection<NodeState> all = nodes.values();
    if (all.stream().anyMatch(node -> node.status == READY)) {
      proceed(RunStatus.RUNNING);
    } else if (all.stream().anyMatch(NodeState::isBroken)) {
      for (NodeState node : all) {
        if (node.status == WAITING) {
          node.finish(CANCELED, now, null, null);
          tell("node.canceled", node, null, null, null);
        }
      }
      close(RunStatus.FAILED);
    } else if (all.stream().anyMatch(node -> node.status == WAITING)) {
      proceed(RunStatus.WAITING);
    } else {
      close(RunStatus.COMPLETED);
    }
  }

  private void proceed(RunStatus next) {
    if (status == next) {
      return;
    }
    status = next;
    if (next == RunStatus.RUNNING) {
      tell("run.resumed", null, null, null, null);
      return;
    }
    waits.stream()
        .filter(wait -> waitingFor(wait) != null)
        .min(Comparator.comparing(wait -> wait.createdAt))
        .ifPresent(wait -> tell("run.suspended", waitingFor(wait), null, wait, null));
  }

  private void close(RunStatus how) {
    for (WaitState wait : waits) {
      if (wait.isPending()) {
        end(wait, WaitStatus.CLOSED, "signal.closed");
      }
    }
    status = how;
    closedAt = now;
    tell("run." + how.text(), null, null, null, null);
  }

  Optional<WaitState> pending(String signal) {
    return waits.stream()
        .filter(wait -> wait.isPending() && wait.signal.equals(signal))
        .findFirst();
  }

  private @Nullable WaitState latest(NodeState node, String signal) {
    return WaitState.last(waits, wait -> of(node, wait) && wait.signal.equals(signal));
  }

  private boolean of(NodeState node, WaitState wait) {
    return wait.round == round && node.id.equals(wait.nodeId);
  }

  private @Nullable NodeState waitingFor(WaitState wait) {
    NodeState node = nodes.get(String.valueOf(wait.nodeId));
    return node != null && wait.id.equals(node.waitId) ? node : null;
  }

  private void tell(
      String type,
      @Nullable NodeState node,
      @Nullable UUID job,
      @Nullable WaitState wait,
      @Nullable String message) {
    news.add(
        new RunEvent(
            id,
            ++events,
            now,
            type,
            node == null ? null : node.id,
            job,
            wait == null ? null : wait.id,
            wait == null ? null : wait.signal,
            message));
  }
}
