package dev.pulse.cli;

import dev.pulse.agents.board.Board;
import dev.pulse.agents.board.BoardTrouble;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which board is meant. */
final class BoardOptions {
  @Option(
      names = "--board",
      paramLabel = "FILE",
      description =
          "The board in a git working copy (PULSE_BOARD; default board.org here, or else in the"
              + " home).")
  private @Nullable Path file;

  /** Runs something on the board and says what is wrong with it in one line. */
  int on(Output output, Work work) {
    try {
      return work.run(Board.at(file(output.around()))).number;
    } catch (BoardTrouble e) {
      output.remark(String.valueOf(e.getMessage()));
      return ExitCode.FAILED.number;
    }
  }

  interface Work {
    ExitCode run(Board board);
  }

  private Path file(Surroundings around) {
    if (file != null) {
      return file;
    }
    Path here = Path.of("board.org");
    return around
        .variable("PULSE_BOARD")
        .map(Path::of)
        .orElseGet(() -> Files.exists(here) ? here : home(around).resolve("board.org"));
  }

  private static Path home(Surroundings around) {
    return around
        .variable("PULSE_HOME")
        .map(Path::of)
        .orElseGet(() -> around.userHome().resolve(".pulse"));
  }
}
