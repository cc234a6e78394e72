package dev.pulse.server.auth;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller claims by a Basic header. */
@SuppressWarnings("ArrayRecordComponent") // never compared; bytes because that is what arrives
record Credentials(String name, byte[] password) {
  private static final String SCHEME = "basic ";
  private static final int LONGEST_HEADER = 4096;

  static Optional<Credentials> in(@Nullable String header) {
    if (header == null
        || header.length() > LONGEST_HEADER
        || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    try {
      byte[] plain = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      int colon = colonIn(plain);
      if (colon < 0) {
        return Optional.empty();
      }
      String name =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(plain, 0, colon)).toString();
      return Optional.of(new Credentials(name, Arrays.copyOfRange(plain, colon + 1, plain.length)));
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static int colonIn(byte[] plain) {
    for (int at = 0; at < plain.length; at++) {
      if (plain[at] == ':') {
        return at;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    return name + ":***";
  }
}
