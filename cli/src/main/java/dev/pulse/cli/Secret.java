package dev.pulse.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A password: given, typed without being shown, or the first line of stdin. */
record Secret(Surroundings around) {
  String orAsk(@Nullable String given) throws IOException {
    String secret = given == null ? asked() : given;
    if (secret == null || secret.isEmpty()) {
      throw new Misuse("a password is not empty");
    }
    if (secret.chars().anyMatch(Character::isISOControl)) {
      throw new Misuse("a password has no control characters");
    }
    return secret;
  }

  private @Nullable String asked() throws IOException {
    if (around.terminal().present()) {
      return Terminal.secret("Password: ").map(String::valueOf).orElse(null);
    }
    return new BufferedReader(new InputStreamReader(around.in(), StandardCharsets.UTF_8))
        .readLine();
  }
}
