package dev.pulse.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The screen and keyboard of a person, where there is one.
 *
 * @param present whether somebody looks
 * @param colour whether they want colour (C3)
 * @param columns how wide it is; asked only when a table is drawn
 */
record Terminal(boolean present, boolean colour, IntSupplier columns) {
  static final Terminal NONE = new Terminal(false, false, () -> Integer.MAX_VALUE);

  private static final int USUAL_COLUMNS = 80;
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d+) (\\d+)\\s*");

  static Terminal ofThisProcess(Map<String, String> environment) {
    if (keyboard() == null) {
      return NONE;
    }
    boolean plain =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || "dumb".equals(environment.get("TERM"));
    return new Terminal(true, !plain, Terminal::measured);
  }

  /** Asks for a line that is not shown; empty where nobody can be asked. */
  static Optional<char[]> secret(String prompt) {
    Console console = keyboard();
    return console == null
        ? Optional.empty()
        : Optional.ofNullable(console.readPassword("%s", prompt));
  }

  @SuppressWarnings("SystemConsoleNull") // null or not a terminal: that depends on jdk.console
  private static @Nullable Console keyboard() {
    Console console = System.console();
    return console == null || !console.isTerminal() ? null : console;
  }

  /** Java cannot tell how wide a terminal is; stty can, if it is given the terminal to look at. */
  private static int measured() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Matcher size =
          ROWS_AND_COLUMNS.matcher(
              new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
      int columns = size.matches() ? Integer.parseInt(size.group(2)) : 0;
      return columns > 0 ? columns : USUAL_COLUMNS;
    } catch (IOException e) {
      return USUAL_COLUMNS;
    }
  }
}
