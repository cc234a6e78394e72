package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The board on the command line: what is told, and the exit codes that scripts live by (K10, C3).
 */
class BoardCommandTest {
  @TempDir private Path folder;

  @Test
  void claimDoneAndListTellWhatHappened() {
    var board = new GitBoard(folder, "* NEXT a\n* NEXT b\n");
    String file = board.cloneFor("wren").toString();
    var wren = Typed.in(folder).with("PULSE_BOARD", file).with("PULSE_STANDING_AGENT", "wren");
    assertThat(wren.run("board", "claim").out()).isEqualTo("DOING a\n");
    var moss = Typed.in(folder).with("PULSE_BOARD", board.cloneFor("moss").toString());
    assertThat(moss.run("board", "claim", "a", "--agent", "moss"))
        .isEqualTo(new Typed.Answer(4, "", "pulse: a is DOING by wren\n"));
    var claim = moss.run("board", "claim", "--agent", "moss", "--json");
    assertThat(claim.json().path("task").path("id").asText()).isEqualTo("b");
    assertThat(claim.json().path("commit").asText()).hasSize(40);
    assertThat(moss.run("board", "claim", "--agent", "moss"))
        .isEqualTo(new Typed.Answer(3, "", "pulse: no task is NEXT\n"));
    assertThat(wren.run("board", "done", "b").exit()).isEqualTo(4);
    assertThat(wren.run("board", "done", "a").out()).isEqualTo("DONE a\n");
    assertThat(wren.run("board", "list").out())
        .isEqualTo("TASK  STATUS  AGENT  TITLE\na     DONE    wren   a\nb     DOING   moss   b\n");
    assertThat(wren.run("board", "list", "--json").json().path("double_claims")).isEmpty();
  }

  @Test
  void whatCannotWorkIsOneLine() {
    var typed = Typed.in(folder);
    var nameless = typed.run("board", "claim", "--board", folder.resolve("x.org").toString());
    assertThat(nameless.exit()).isEqualTo(2);
    assertThat(nameless.err()).contains("Missing option: '--agent=NAME'");
    var nowhere = typed.run("board", "list", "--board", folder.resolve("x/board.org").toString());
    assertThat(nowhere.exit()).isEqualTo(1);
    assertThat(nowhere.err()).startsWith("pulse: there is no folder").hasLineCount(1);
  }
}
