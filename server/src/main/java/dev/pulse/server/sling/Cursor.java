package dev.pulse.server.sling;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Where a list goes on: opaque outside, a number inside. */
final class Cursor {
  private Cursor() {}

  static String write(String list, long number) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((list + "|" + number).getBytes(StandardCharsets.UTF_8));
  }

  /** 0 for none. */
  static long read(String list, @Nullable String cursor) {
    if (cursor == null) {
      return 0;
    }
    try {
      String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (plain.startsWith(list + "|")) {
        return Long.parseLong(plain.substring(list.length() + 1));
      }
    } catch (IllegalArgumentException e) {
      throw SlingRefused.invalid("cursor is not one that a list gave out");
    }
    throw SlingRefused.invalid("cursor is not one that this list gave out");
  }
}
