package dev.pulse.agents.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims on a board in git: the push decides, and what it decided can be seen (K10). */
class BoardTest {
  private static final String TEXT =
      """
      #+TITLE: the wall

      * NEXT mend the roof
      :PROPERTIES:
      :ID: task-7
      :END:
      It leaks.
      * NEXT paint the door   :soon:
      * DONE sweep
      """;

  @TempDir private Path folder;
  private Repositories repositories;

  @BeforeEach
  void repositories() {
    repositories = new Repositories(folder, TEXT);
  }

  @Test
  void aClaimIsInTheRemoteBeforeTheWorkBegins() throws Exception {
    Path wren = repositories.clone("wren");
    Claim claim = Board.at(wren.resolve("board.org")).claim("wren", null);
    assertThat(claim).isInstanceOf(Claim.Made.class);
    assertThat(repositories.published())
        .isEqualTo(
            TEXT.replace("NEXT mend", "DOING mend")
                .replace(":ID: task-7\n", ":ID: task-7\n:AGENT: wren\n"));
    assertThat(Files.readString(wren.resolve("board.org")))
        .as("the working copy came along")
        .isEqualTo(repositories.published());
    assertThat(repositories.git(wren, "log", "-1", "--format=%an %s"))
        .isEqualTo("wren claim: task-7 (wren)");
  }

  @Test
  void thePeerSeesTheClaimAndTakesTheNext() {
    Path wren = repositories.clone("wren");
    Path moss = repositories.clone("moss"); // cloned before the claim
    Board.at(wren.resolve("board.org")).claim("wren", null);
    Board second = Board.at(moss.resolve("board.org"));
    assertThat(second.claim("moss", "task-7"))
        .isEqualTo(new Claim.Taken(new Task("task-7", "mend the roof", "DOING", "wren", 3)));
    assertThat(second.claim("moss", null))
        .extracting(claim -> ((Claim.Made) claim).task().title())
        .isEqualTo("paint the door");
    assertThat(second.claim("moss", null)).isEqualTo(new Claim.NotFound("no task is NEXT"));
    assertThat(second.doubleClaims()).isEmpty();
  }

  @Test
  void onlyWhoClaimedItMayEndIt() {
    Board board = Board.at(repositories.clone("wren").resolve("board.org"));
    assertThat(board.done("wren", "task-7")).isInstanceOf(Claim.Taken.class);
    board.claim("wren", "task-7");
    assertThat(board.done("moss", "task-7")).isInstanceOf(Claim.Taken.class);
    assertThat(board.done("wren", "task-7")).isInstanceOf(Claim.Made.class);
    assertThat(board.tasks()).extracting(Task::status).containsExactly("DONE", "NEXT", "DONE");
    assertThat(board.done("wren", "task-8")).isEqualTo(new Claim.NotFound("no task task-8"));
  }

  @Test
  void editsInTheWorkingCopyAreLeftAlone() throws Exception {
    Path wren = repositories.clone("wren");
    String edited = TEXT + "* NEXT my own, not committed\n";
    Files.writeString(wren.resolve("board.org"), edited);
    var made = (Claim.Made) Board.at(wren.resolve("board.org")).claim("wren", null);
    assertThat(made.remark()).contains("left as it is");
    assertThat(wren.resolve("board.org")).hasContent(edited);
    assertThat(repositories.published()).contains(":AGENT: wren").doesNotContain("my own");
  }

  @Test
  void aBoardWithoutARemoteIsClaimedByCommit() throws Exception {
    Path alone = repositories.alone("alone");
    Board board = Board.at(alone.resolve("board.org"));
    var racers = new ArrayList<Callable<List<String>>>();
    for (String name : List.of("wren", "moss", "finch")) {
      racers.add(() -> claimAll(alone.resolve("board.org"), name));
    }
    var claimed = new ArrayList<String>();
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (var racer : threads.invokeAll(racers)) {
        claimed.addAll(racer.get());
      }
    }
    assertThat(claimed).containsExactlyInAnyOrder("task-7", "paint the door");
    assertThat(board.tasks()).extracting(Task::status).containsExactly("DOING", "DOING", "DONE");
    assertThat(Files.readString(alone.resolve("board.org"))).contains("DOING mend");
    assertThat(repositories.git(alone, "status", "--porcelain")).isEmpty();
  }

  @Test
  void aBoardInAFolderBelow() {
    Path wren = repositories.clone("wren");
    repositories.write(wren, "team/board.org", "* NEXT below\n");
    assertThat(Board.at(wren.resolve("team/board.org")).claim("wren", null))
        .isInstanceOf(Claim.Made.class);
  }

  @Test
  void racersNeverShareATask() throws Exception {
    var text = new StringBuilder();
    for (int task = 0; task < 6; task++) {
      text.append("* NEXT t%d\n".formatted(task));
    }
    var race = new Repositories(folder.resolve("race"), text.toString());
    var runs = new ArrayList<Callable<List<String>>>();
    for (int racer = 0; racer < 3; racer++) {
      String name = "racer-" + racer;
      Path clone = race.clone(name);
      runs.add(() -> claimAll(clone.resolve("board.org"), name));
    }
    var claimed = new ArrayList<String>();
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (var run : threads.invokeAll(runs)) {
        claimed.addAll(run.get());
      }
    }
    assertThat(claimed).hasSize(6);
    assertThat(new HashSet<>(claimed)).hasSize(6);
    Board board = Board.at(race.clone("judge").resolve("board.org"));
    assertThat(board.tasks()).allMatch(Task::isHeld);
    assertThat(board.doubleClaims()).isEmpty();
  }

  static List<String> claimAll(Path board, String agent) {
    var claimed = new ArrayList<String>();
    while (Board.at(board).claim(agent, null) instanceof Claim.Made made) {
      claimed.add(made.task().id());
    }
    return claimed;
  }

  @Test
  void aDoubleClaimIsSeenInHistoryAlsoWhenOneWasOverwritten() {
    Path wren = repositories.clone("wren");
    Path moss = repositories.clone("moss");
    // Both edit by hand and commit before they look: what the protocol asks nobody to do.
    repositories.write(wren, "board.org", claimed("wren"));
    repositories.commitOnly(moss, "board.org", claimed("moss"));
    repositories.git(moss, "pull", "--quiet", "--no-rebase", "-X", "ours", "--no-edit");
    repositories.git(moss, "push", "--quiet");
    assertThat(repositories.published()).contains(":AGENT: moss").doesNotContain(":AGENT: wren");
    List<DoubleClaim> found = Board.at(moss.resolve("board.org")).doubleClaims();
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().task()).isEqualTo("task-7");
    assertThat(found.getFirst().agents()).containsExactlyInAnyOrder("wren", "moss");
  }

  @Test
  void aTaskTakenOutOfAnothersHandsIsSeen() {
    Path wren = repositories.clone("wren");
    repositories.write(wren, "board.org", claimed("wren"));
    repositories.write(wren, "board.org", claimed("moss"));
    assertThat(Board.at(wren.resolve("board.org")).doubleClaims())
        .singleElement()
        .satisfies(found -> assertThat(found.agents()).containsExactly("wren", "moss"));
  }

  @Test
  void aTaskGivenBackMayBeClaimedByAnother() {
    Path wren = repositories.clone("wren");
    repositories.write(wren, "board.org", claimed("wren"));
    repositories.write(wren, "board.org", TEXT);
    repositories.write(wren, "board.org", claimed("moss"));
    assertThat(Board.at(wren.resolve("board.org")).doubleClaims()).isEmpty();
  }

  @Test
  void whatAMergeLeftInTheBoardItselfIsSeen() {
    String merged = claimed("wren").replace(":AGENT: wren\n", ":AGENT: wren\n:AGENT: moss\n");
    assertThat(BoardFile.read(merged.getBytes()).doubleClaims())
        .containsExactly(new DoubleClaim("task-7", List.of("moss", "wren"), "line 3"));
    String twice = "* DOING a\n:PROPERTIES:\n:AGENT: wren\n:END:\n";
    assertThat(BoardFile.read((twice + twice.replace("wren", "moss")).getBytes()).doubleClaims())
        .extracting(DoubleClaim::task)
        .containsExactly("a");
  }

  @Test
  void whatIsNoBoardSaysSo() {
    assertThatThrownBy(() -> Board.at(folder.resolve("nowhere/board.org")))
        .isInstanceOf(BoardTrouble.class)
        .hasMessageContaining("no folder");
    Path wren = repositories.clone("wren");
    assertThatThrownBy(() -> Board.at(wren.resolve("other.org")).claim("wren", null))
        .isInstanceOf(BoardTrouble.class);
    repositories.git(wren, "remote", "set-url", "origin", folder.resolve("gone").toString());
    assertThatThrownBy(() -> Board.at(wren.resolve("board.org")).claim("wren", null))
        .isInstanceOf(BoardTrouble.class)
        .hasMessageContaining("git fetch");
  }

  private static String claimed(String agent) {
    return TEXT.replace("NEXT mend", "DOING mend")
        .replace(":ID: task-7\n", ":ID: task-7\n:AGENT: " + agent + "\n");
  }
}
