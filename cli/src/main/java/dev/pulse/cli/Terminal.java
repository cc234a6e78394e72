package dev.pulse.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The screen and keyboard of a person, where there is one.
 *
 * @param present whether somebody looks
 * @param colour whether they want colour (C3)
 * @param size how large it is; asked only when something is drawn to fit
 */
record Terminal(boolean present, boolean colour, Supplier<Size> size) {
  /** Lines, and what fits on a line. */
  record Size(int rows, int columns) {}

  static final Terminal NONE =
      new Terminal(false, false, () -> new Size(Integer.MAX_VALUE, Integer.MAX_VALUE));

  private static final Size USUAL = new Size(24, 80);
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

  /** Java cannot tell how large a terminal is; stty can, if it is given the terminal to look at. */
  private static Size measured() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Matcher size =
          ROWS_AND_COLUMNS.matcher(
              new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
      if (!size.matches() || size.group(2).equals("0")) {
        return USUAL;
      }
      return new Size(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
    } catch (IOException e) {
      return USUAL;
    }
  }
}
