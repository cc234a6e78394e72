package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who belongs to a family, sign by sign (A6). */
class KinshipTest {
  private static final long RUNNER = 10;
  private static final String OURS = "ours";

  private final Sighting root = new Sighting(100, 1, RUNNER, 100, 100, OURS);
  private final Map<Long, Long> known = Map.of(100L, 1L);

  @Test
  void theRootAndItsChildrenBelong() {
    var child = new Sighting(101, 2, 100, 100, 100, "");
    var grandchild = new Sighting(102, 3, 101, 102, 102, "");
    assertThat(pids(grandchild, child, root)).containsExactlyInAnyOrder(100L, 101L, 102L);
  }

  @Test
  void whoWasAdoptedByInitIsKnownByItsLeash() {
    assertThat(pids(new Sighting(103, 9, 1, 103, 103, OURS))).containsExactly(103L);
  }

  @Test
  void whoClearedItsEnvironmentIsKnownByTheSessionOfTheDead() {
    assertThat(pids(new Sighting(104, 9, 1, 104, 100, ""))).containsExactly(104L);
  }

  @Test
  void strangersAndTheRunnerDoNotBelong() {
    var runner = new Sighting(RUNNER, 1, 1, RUNNER, RUNNER, OURS);
    var sibling = new Sighting(105, 5, RUNNER, 105, 105, "theirs");
    assertThat(pids(runner, sibling, root)).containsExactly(100L);
  }

  @Test
  void aNumberThatWentToAStrangerIsForgotten() {
    var stranger = new Sighting(100, 77, 1, 100, 100, "");
    var its = new Sighting(106, 78, 100, 100, 100, "");
    Kinship.Members seen = members(known, stranger, its);
    assertThat(seen.alive()).isEmpty();
    assertThat(seen.known()).isEmpty();
  }

  @Test
  void theDeadAreRememberedWhileTheirSessionLives() {
    var left = new Sighting(107, 9, 1, 107, 100, "");
    assertThat(members(known, left).known()).containsOnlyKeys(100L, 107L);
    assertThat(members(known).known()).isEmpty();
  }

  @Test
  void aLeashIsReadAsItWasWritten() {
    var leash = new Leash("ab12", 7, 8, UUID.randomUUID(), 3);
    assertThat(Leash.parse(leash.toString())).contains(leash);
    for (String text : List.of("", "a:b", "x:1:2:nonsense:3", leash + ":1", "x:y:2:z:3")) {
      assertThat(Leash.parse(text)).as(text).isEmpty();
    }
  }

  private List<Long> pids(Sighting... everybody) {
    return members(known, everybody).alive().stream().map(Sighting::pid).toList();
  }

  private static Kinship.Members members(Map<Long, Long> known, Sighting... everybody) {
    return Kinship.members(List.of(everybody), known, OURS, RUNNER);
  }
}
