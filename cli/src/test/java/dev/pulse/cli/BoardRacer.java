package dev.pulse.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** A process that claims until there is nothing left, and says what it got. */
final class BoardRacer {
  private BoardRacer() {}

  public static void main(String[] arguments) {
    String agent = arguments[0];
    String board = arguments[1];
    while (true) {
      var out = new StringWriter();
      String[] words = {"board", "claim", "--agent", agent, "--board", board};
      int exit =
          PulseCommand.commandLine(Typed.in(Path.of("/nonexistent")).around(), words)
              .setOut(new PrintWriter(out, true))
              .execute(words);
      if (exit == 3) {
        return;
      }
      if (exit != 0) {
        System.exit(exit);
      }
      System.out.println(out.toString().strip().replace("DOING ", ""));
    }
  }
}
