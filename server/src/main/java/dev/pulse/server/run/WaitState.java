package dev.pulse.server.run;

import dev.pulse.server.postgres.Row;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A wait of a run that is locked and being changed. */
final class WaitState {
  final UUID id;
  final String signal;
  final @Nullable String nodeId;
  final Instant createdAt;
  final @Nullable Instant expiresAt;
  final @Nullable String question;
  int round;
  WaitStatus status = WaitStatus.PENDING;
  boolean wakes;
  boolean told;
  @Nullable Instant endedAt;
  @Nullable Delivery delivery;
  @Nullable String key;
  @Nullable String answer;
  boolean fresh;
  boolean changed;

  WaitState(
      UUID id,
      String signal,
      @Nullable String nodeId,
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable String question) {
    this.id = id;
    this.signal = signal;
    this.nodeId = nodeId;
    this.createdAt = createdAt;
    this.expiresAt = expiresAt;
    this.question = question;
  }

  static WaitState read(Row row) throws SQLException {
    var wait =
        new WaitState(
            row.uuid("id"),
            row.text("signal"),
            row.textOrNull("node_id"),
            row.instant("created_at"),
            row.instantOrNull("expires_at"),
            row.textOrNull("question"));
    wait.round = row.count("round");
    wait.status = WaitStatus.of(row.text("status"));
    wait.wakes = row.flag("wakes");
    wait.told = row.flag("told");
    wait.endedAt = row.instantOrNull("ended_at");
    wait.key = row.textOrNull("idempotency_key");
    return wait;
  }

  boolean isPending() {
    return status == WaitStatus.PENDING;
  }

  boolean isDueBy(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  void end(WaitStatus how, Instant when) {
    status = how;
    endedAt = when;
    changed = true;
  }

  /** A job was, or is being, started with how it ended. */
  void tell() {
    told = true;
    changed = true;
  }

  /** Why a node fails by it. */
  String lapse() {
    return "signal_expired: nobody answered " + signal + " by " + expiresAt;
  }

  /** The newest of those. */
  static @Nullable WaitState last(List<WaitState> waits, Predicate<WaitState> which) {
    return waits.stream().filter(which).reduce((_, later) -> later).orElse(null);
  }
}
