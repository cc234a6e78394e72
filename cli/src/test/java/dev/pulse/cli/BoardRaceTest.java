package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sixteen processes, a hundred tasks, one bare repository: each task is claimed once (K10). */
@Tag("slow")
class BoardRaceTest {
  private static final int PROCESSES = 16;
  private static final int TASKS = 100;

  @TempDir private Path folder;

  @Test
  void everyTaskIsClaimedExactlyOnce() throws Exception {
    var text = new StringBuilder("#+TITLE: the wall\n");
    IntStream.range(0, TASKS).forEach(task -> text.append("* NEXT task-%d\n".formatted(task)));
    var board = new GitBoard(folder, text.toString());
    long started = System.nanoTime();
    var copies = new ArrayList<Path>();
    for (int number = 0; number < PROCESSES; number++) {
      copies.add(
          board.cloneFor("racer-" + number)); // all before the race: git copies files as they are
    }
    var racers = new ArrayList<Process>();
    for (int number = 0; number < PROCESSES; number++) {
      racers.add(start("racer-" + number, copies.get(number)));
    }
    var claims = new HashMap<String, String>();
    for (int number = 0; number < PROCESSES; number++) {
      List<String> claimed = racers.get(number).inputReader().lines().toList();
      assertThat(racers.get(number).waitFor()).isZero();
      for (String task : claimed) {
        assertThat(claims.put(task, "racer-" + number)).as(task).isNull();
      }
    }
    System.out.println(
        "%d processes claimed %d tasks in %s"
            .formatted(PROCESSES, TASKS, Duration.ofNanos(System.nanoTime() - started)));
    assertThat(claims).hasSize(TASKS);
    assertThat(holders(folder, board)).as("and the board agrees").isEqualTo(claims);
  }

  private static Map<String, String> holders(Path folder, GitBoard board) {
    var listed =
        Typed.in(folder)
            .run("board", "list", "--json", "--board", board.cloneFor("judge").toString())
            .json();
    assertThat(listed.path("double_claims")).isEmpty();
    var holders = new HashMap<String, String>();
    listed
        .path("tasks")
        .forEach(task -> holders.put(task.path("id").asText(), task.path("agent").asText()));
    return holders;
  }

  private static Process start(String agent, Path board) throws Exception {
    return new ProcessBuilder(JavaCommand.of(BoardRacer.class, agent, board.toString()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
