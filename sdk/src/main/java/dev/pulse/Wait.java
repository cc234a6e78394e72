package dev.pulse;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody is, or was, asked for.
 *
 * @param id its id: the fence of a delivery
 * @param runId whose
 * @param runName what that is called
 * @param nodeId the node that asked
 * @param signal the name of what is waited for
 * @param status pending, delivered, expired or closed
 * @param question for whoever is to answer
 * @param createdAt since when
 * @param expiresAt until when; null: for ever
 * @param endedAt when it was answered, expired or closed
 * @param receipt who answered
 * @param url while it is pending: a link that answers it once, for whoever holds it
 */
public record Wait(
    UUID id,
    UUID runId,
    String runName,
    @Nullable String nodeId,
    String signal,
    String status,
    @Nullable String question,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant endedAt,
    @Nullable Receipt receipt,
    @Nullable String url) {

  /** Whether it can still be answered. */
  public boolean isPending() {
    return status.equals("pending");
  }

  /**
   * Who answered, and what.
   *
   * @param deliveredBy a user, or whoever held the link
   * @param via api or link
   * @param payload null: none was given; an explicit null is {@code null} as JSON
   * @param payloadSha256 of the payload's text
   */
  public record Receipt(
      String deliveredBy, String via, @Nullable Json payload, @Nullable String payloadSha256) {}
}
