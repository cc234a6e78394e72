package dev.pulse.cli;

import dev.pulse.Pulse;

/** Where servers listen. */
final class Addresses {
  private Addresses() {}

  /** The SDK knows what an address is, and connects to nothing before the first call. */
  static void check(String option, String address) {
    try (Pulse _ = Pulse.connect(address)) {
      return;
    } catch (IllegalArgumentException e) {
      throw Misuse.option(option, String.valueOf(e.getMessage()));
    }
  }
}
