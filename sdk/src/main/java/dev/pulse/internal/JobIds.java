package dev.pulse.internal;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Makes uuidv7 job ids that only ever grow: 48 bits of milliseconds, 12 that count within one
 * millisecond, 62 of chance. A clock that stands still or steps back is counted past.
 */
final class JobIds {
  private static final int COUNT_BITS = 12;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;

  /** A predictable source could repeat itself in two processes, and one job would hide another. */
  private final SecureRandom random = new SecureRandom();

  /** Taken many at a time: most of what a draw costs is the same for one and for all of these. */
  private final byte[] chances = new byte[64 * Long.BYTES];

  private ByteBuffer chance = ByteBuffer.wrap(chances).limit(0);
  private final AtomicLong last = new AtomicLong();
  private final LongSupplier millis;

  JobIds(LongSupplier millis) {
    this.millis = millis;
  }

  UUID next() {
    long now = millis.getAsLong() << COUNT_BITS;
    long stamp = last.updateAndGet(previous -> Math.max(previous + 1, now));
    long high = (stamp >>> COUNT_BITS) << 16 | VERSION_7 | (stamp & COUNT_MASK);
    long low = VARIANT | (chance() & VARIANT_MASK);
    return new UUID(high, low);
  }

  private synchronized long chance() {
    if (!chance.hasRemaining()) {
      random.nextBytes(chances);
      chance = ByteBuffer.wrap(chances);
    }
    return chance.getLong();
  }
}
