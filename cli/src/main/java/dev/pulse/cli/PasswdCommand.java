package dev.pulse.cli;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse passwd}: turns a password into what {@code PULSE_AUTH_USERS} may hold (H3). */
@Command(
    name = "passwd",
    description = "Prints a bcrypt hash of a password, for PULSE_AUTH_USERS.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  PULSE_AUTH_USERS=\"$(pulse passwd --user me)\" pulse server",
      "  pulse passwd < password.txt"
    })
final class PasswdCommand implements Callable<Integer> {
  /** What bcrypt looks at; it would ignore the rest without a word. */
  private static final int LONGEST = 72;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Print NAME:HASH instead of the hash alone.")
  private @Nullable String user;

  @Option(
      names = "--cost",
      paramLabel = "N",
      defaultValue = "12",
      description = "How hard it is to try passwords, 4 to 20 (default: ${DEFAULT-VALUE}).")
  private int cost = 12;

  @Mixin private Output output = new Output();

  @Override
  public Integer call() throws IOException {
    Bounds.range("--cost", cost, 4, 20);
    if (user != null && !user.matches("[^:,\\s]+")) {
      throw Misuse.option("--user", "a user name has no colon, comma or space");
    }
    byte[] password = new Secret(output.around()).orAsk(null).getBytes(StandardCharsets.UTF_8);
    if (password.length > LONGEST) {
      throw new Misuse("bcrypt takes passwords of at most %d bytes".formatted(LONGEST));
    }
    String hash = new String(BCrypt.withDefaults().hash(cost, password), StandardCharsets.US_ASCII);
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.text(json, "user", user);
          json.writeStringField("hash", hash);
          json.writeEndObject();
        },
        screen -> screen.line(user == null ? hash : user + ":" + hash));
    return ExitCode.OK.number;
  }
}
