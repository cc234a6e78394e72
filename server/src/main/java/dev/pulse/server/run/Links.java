package dev.pulse.server.run;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Approval links: whoever holds one may answer one wait, once. The token is the wait's id and a
 * signature of it, so there is nothing to keep, and a link dies with its wait.
 */
final class Links {
  static final Sql SECRET = Sql.of("SELECT encode(secret, 'hex') AS secret FROM pulse.link_key");

  private static final int ID_BYTES = 16;
  private static final String PURPOSE = "pulse approval link|";

  private final Database database;
  private volatile byte @Nullable [] secret;

  Links(Database database) {
    this.database = database;
  }

  String token(UUID wait) {
    byte[] id = bytes(wait);
    byte[] signature = sign(id);
    byte[] token = Arrays.copyOf(id, ID_BYTES + signature.length);
    System.arraycopy(signature, 0, token, ID_BYTES, signature.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /** The wait a token is for; empty if we did not sign it. Takes the same time for any token. */
  Optional<UUID> read(String token) {
    byte[] given;
    try {
      given = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (given.length <= ID_BYTES) {
      return Optional.empty();
    }
    byte[] id = Arrays.copyOf(given, ID_BYTES);
    boolean ours =
        MessageDigest.isEqual(sign(id), Arrays.copyOfRange(given, ID_BYTES, given.length));
    ByteBuffer read = ByteBuffer.wrap(id);
    return ours ? Optional.of(new UUID(read.getLong(), read.getLong())) : Optional.empty();
  }

  private byte[] sign(byte[] id) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret(), "HmacSHA256"));
      mac.update(PURPOSE.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(id);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private byte[] secret() {
    byte[] known = secret;
    if (known == null) {
      String hex =
          database
              .call(connection -> SECRET.on(connection).first(row -> row.text("secret")))
              .orElseThrow();
      known = java.util.HexFormat.of().parseHex(hex);
      secret = known;
    }
    return known;
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(ID_BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }
}
