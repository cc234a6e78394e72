package dev.pulse.server.run;

import dev.pulse.server.postgres.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A node of a run that is locked and being changed. */
final class NodeState {
  final String id;
  final List<String> after;
  final NewNode.@Nullable Await awaits;
  NodeStatus status;
  @Nullable UUID jobId;
  @Nullable UUID waitId;
  @Nullable Instant finishedAt;
  @Nullable String result;
  @Nullable String error;
  boolean changed;

  NodeState(
      String id,
      List<String> after,
      NewNode.@Nullable Await awaits,
      NodeStatus status,
      @Nullable UUID jobId,
      @Nullable UUID waitId) {
    this.id = id;
    this.after = after;
    this.awaits = awaits;
    this.status = status;
    this.jobId = jobId;
    this.waitId = waitId;
  }

  static NodeState of(NewNode node) {
    NewNode.Await awaits = node.work() instanceof NewNode.Await await ? await : null;
    return new NodeState(
        node.id(),
        node.before().stream().distinct().toList(),
        awaits,
        NodeStatus.PENDING,
        null,
        null);
  }

  static NodeState read(Row row) throws SQLException {
    String signal = row.textOrNull("signal");
    long expiresIn = row.number("expires_in");
    NewNode.Await awaits =
        signal == null
            ? null
            : new NewNode.Await(
                signal,
                expiresIn == 0 ? null : Duration.of(expiresIn, ChronoUnit.MICROS),
                row.textOrNull("question"));
    return new NodeState(
        row.text("node_id"),
        row.texts("after"),
        awaits,
        NodeStatus.of(row.text("status")),
        row.uuidOrNull("job_id"),
        row.uuidOrNull("wait_id"));
  }

  boolean isBroken() {
    return status == NodeStatus.FAILED || status == NodeStatus.CANCELED;
  }

  boolean isUnfinished() {
    return status == NodeStatus.PENDING
        || status == NodeStatus.READY
        || status == NodeStatus.WAITING;
  }

  void become(NodeStatus next) {
    status = next;
    waitId = null;
    changed = true;
  }

  void finish(NodeStatus how, Instant when, @Nullable String withResult, @Nullable String why) {
    become(how);
    finishedAt = when;
    result = withResult;
    error = why;
  }

  void startOver() {
    become(NodeStatus.PENDING);
    finishedAt = null;
    error = null;
  }
}
