package dev.pulse.server.auth;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells good credentials from bad ones. A password that was found good leaves a proof, a salted
 * digest; with it the next call costs microseconds. A refusal always costs the same: one digest,
 * and one bcrypt where any user has a hash, so neither a name nor its kind can be guessed from the
 * time.
 */
final class Doorkeeper {
  enum Verdict {
    GOOD,
    WRONG,
    /** Too many are being checked; ask again. */
    BUSY,
    /** Only {@link #ponder} can tell. */
    UNDECIDED
  }

  private static final int LONGEST_BCRYPT_PASSWORD = 72;
  private static final long PATIENCE_SECONDS = 5;

  /** A known user: the hash if there is one, and the proof once there is one. */
  private static final class Known {
    final byte @Nullable [] hash;
    volatile byte @Nullable [] proof;

    Known(byte @Nullable [] hash, byte @Nullable [] proof) {
      this.hash = hash;
      this.proof = proof;
    }
  }

  private final byte[] salt = new byte[32];
  private final byte[] nobodysProof = new byte[32];
  private final Map<String, Known> users = new HashMap<>();
  private final byte @Nullable [] nobodysHash;

  /** Guessing must not take the processor from the work. */
  private final Semaphore turns =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  Doorkeeper(Users users) {
    var random = new SecureRandom();
    random.nextBytes(salt);
    random.nextBytes(nobodysProof);
    for (Users.User user : users.all()) {
      byte[] secret = user.secret().getBytes(StandardCharsets.UTF_8);
      this.users.put(
          user.name(), user.isHashed() ? new Known(secret, null) : new Known(null, digest(secret)));
    }
    nobodysHash =
        users.all().stream()
            .filter(Users.User::isHashed)
            .map(user -> user.secret().getBytes(StandardCharsets.UTF_8))
            .findFirst()
            .orElse(null);
  }

  /** Answers at once; {@link Verdict#UNDECIDED} where bcrypt has to be asked. */
  Verdict glance(Credentials credentials) {
    if (matchesProof(credentials)) {
      return Verdict.GOOD;
    }
    return nobodysHash == null ? Verdict.WRONG : Verdict.UNDECIDED;
  }

  /** Takes as long as bcrypt takes; for a thread that may wait. */
  Verdict ponder(Credentials credentials) throws InterruptedException {
    if (!turns.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      return Verdict.BUSY;
    }
    try {
      // Whoever came before may have proved the same password: a thousand workers that come back
      // at once cost one bcrypt, not a thousand.
      return matchesProof(credentials) || matchesHash(credentials) ? Verdict.GOOD : Verdict.WRONG;
    } finally {
      turns.release();
    }
  }

  private boolean matchesProof(Credentials credentials) {
    Known known = users.get(credentials.name());
    byte[] proof = known == null ? null : known.proof;
    boolean equal =
        MessageDigest.isEqual(proof == null ? nobodysProof : proof, digest(credentials.password()));
    return equal && proof != null;
  }

  private boolean matchesHash(Credentials credentials) {
    Known known = users.get(credentials.name());
    byte[] hash = known == null ? null : known.hash;
    byte[] asked = hash == null ? nobodysHash : hash;
    if (asked == null) {
      return false;
    }
    byte[] password = credentials.password();
    // bcrypt reads no further than this; two passwords that differ only behind it are not the same.
    boolean readable = password.length <= LONGEST_BCRYPT_PASSWORD;
    boolean verified =
        BCrypt.verifyer().verify(readable ? password : new byte[] {'x'}, asked).verified;
    if (known == null || hash == null || !readable || !verified) {
      return false;
    }
    known.proof = digest(password);
    return true;
  }

  private byte[] digest(byte[] password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      return digest.digest(password);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
