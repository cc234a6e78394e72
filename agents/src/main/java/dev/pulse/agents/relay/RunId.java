package dev.pulse.agents.relay;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Which run of which plan: the file's name and when it was activated, which stands in its header.
 * The name alone would not do, because the same draft may be activated again next week and must not
 * find last week's jobs; the time alone would not either, because a plan may be copied.
 */
record RunId(String plan, String activated) {
  private static final UUID NAMESPACE = UUID.fromString("8f1b1d5e-4c7a-5d0e-9b6f-70756c736507");
  private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long VERSION_5 = 0x5000L;
  private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  /** The id of the job that is this attempt at the component: the same whoever asks (R6). */
  UUID job(Component component, int attempt) {
    return uuid5("%s\n%s\n%d\n%d".formatted(plan, activated, component.number(), attempt));
  }

  private static UUID uuid5(String name) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(
          ByteBuffer.allocate(16)
              .putLong(NAMESPACE.getMostSignificantBits())
              .putLong(NAMESPACE.getLeastSignificantBits())
              .flip());
      ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
      return new UUID(
          (hash.getLong() & VERSION_MASK) | VERSION_5, (hash.getLong() & VARIANT_MASK) | VARIANT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-1
    }
  }
}
