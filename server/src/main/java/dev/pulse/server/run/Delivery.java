package dev.pulse.server.run;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signal on its way in (N5, N6).
 *
 * @param payload JSON; null: none
 * @param waitId only for this wait; null: for whichever is pending
 * @param key the caller's word that a second delivery with it is the first one again
 */
public record Delivery(
    String signal,
    @Nullable String payload,
    @Nullable UUID waitId,
    @Nullable String key,
    Sender by) {

  /** Who delivers: a user, or whoever holds a link. */
  public record Sender(String name, Via via) {}

  /** By which way. */
  public enum Via {
    API,
    LINK
  }

  public Delivery {
    RunRules.name("signal_name", signal);
    if (payload != null) {
      RunRules.json("payload", payload, RunRules.LARGEST_PAYLOAD);
    }
    if (key != null) {
      RunRules.name("Idempotency-Key", key);
    }
  }
}
