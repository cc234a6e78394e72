package dev.pulse.server.sling;

import java.util.random.RandomGenerator;

/** The random part of an id: small letters and digits, without those that look alike. */
final class Letters {
  private static final String ALL = "abcdefghjkmnpqrstuvwxyz23456789";

  private Letters() {}

  static String random(RandomGenerator dice, int length) {
    var text = new StringBuilder(length);
    for (int at = 0; at < length; at++) {
      text.append(ALL.charAt(dice.nextInt(ALL.length())));
    }
    return text.toString();
  }
}
