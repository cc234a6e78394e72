package dev.pulse.server.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody is, or was, asked for (N4, N9).
 *
 * @param nodeId who asked, as far as it is known
 * @param receipt who answered; null unless it was delivered
 */
public record Wait(
    UUID id,
    UUID runId,
    String runName,
    @Nullable String nodeId,
    String signal,
    WaitStatus status,
    @Nullable String question,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant endedAt,
    @Nullable Receipt receipt) {

  /**
   * Who delivered, how, and what.
   *
   * @param payload JSON; null: none was given, which is not the same as JSON's null
   * @param payloadSha256 of the payload's text; null without one
   */
  public record Receipt(
      String deliveredBy, String via, @Nullable String payload, @Nullable String payloadSha256) {}
}
