package dev.pulse.agents.keeper;

import static dev.pulse.agents.keeper.Outcome.DONE;
import static dev.pulse.agents.keeper.Outcome.FAILED;
import static dev.pulse.agents.keeper.Outcome.KILLED;
import static dev.pulse.agents.keeper.Outcome.NO_WORK;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four outcomes, one rule each: every place of the canonical day with every outcome (K4). */
class PositionTest {
  private static final Lifecycle DAY = Org.lifecycle(Org.CANONICAL);

  @ParameterizedTest
  @CsvSource({
    "wake_add 0,   DONE,    wake_add 1",
    "wake_add 1,   DONE,    wake_add 2",
    "wake_add 2,   DONE,    wake_audit 0",
    "wake_audit 0, DONE,    rem 0",
    "rem 0,        DONE,    wake_plan 0",
    "wake_plan 0,  DONE,    wake_add 0",
    "wake_add 0,   NO_WORK, wake_audit 0",
    "wake_add 1,   NO_WORK, wake_audit 0",
    "wake_add 2,   NO_WORK, wake_audit 0",
    "wake_audit 0, NO_WORK, rem 0",
    "rem 0,        NO_WORK, wake_plan 0",
    "wake_plan 0,  NO_WORK, wake_add 0",
    "wake_add 0,   FAILED,  wake_add 0",
    "wake_add 1,   FAILED,  wake_add 1",
    "wake_add 2,   FAILED,  wake_add 2",
    "wake_audit 0, FAILED,  wake_audit 0",
    "rem 0,        FAILED,  rem 0",
    "wake_plan 0,  FAILED,  wake_plan 0",
    "wake_add 0,   KILLED,  wake_add 0",
    "wake_add 1,   KILLED,  wake_add 1",
    "wake_add 2,   KILLED,  wake_add 2",
    "wake_audit 0, KILLED,  wake_audit 0",
    "rem 0,        KILLED,  rem 0",
    "wake_plan 0,  KILLED,  wake_plan 0",
  })
  void theTable(String from, Outcome outcome, String to) {
    assertThat(Position.read(from).orElseThrow().after(outcome, DAY)).hasToString(to);
  }

  @Test
  void aDayOfDonesVisitsEveryStateInTheDeclaredOrder() {
    var place = DAY.start();
    var walked = new StringBuilder();
    for (int tick = 0; tick < 7; tick++) {
      walked.append(place).append(", ");
      place = place.after(DONE, DAY);
    }
    assertThat(walked)
        .hasToString(
            "wake_add 0, wake_add 1, wake_add 2, wake_audit 0, rem 0, wake_plan 0, wake_add 0, ");
  }

  @Test
  void nothingToDoCollapsesRepeatsAndSkipsNoState() {
    var place = DAY.start();
    var walked = new StringBuilder();
    for (int tick = 0; tick < 5; tick++) {
      walked.append(place).append(", ");
      place = place.after(NO_WORK, DAY);
    }
    assertThat(walked).hasToString("wake_add 0, wake_audit 0, rem 0, wake_plan 0, wake_add 0, ");
  }

  @Test
  void withoutAnEdgeAStateStays() {
    Lifecycle one = Org.lifecycle("* only\n:PROPERTIES:\n:REPEAT: 2\n:END:\n");
    Position start = one.start();
    assertThat(start.after(DONE, one)).hasToString("only 1");
    assertThat(start.after(DONE, one).after(DONE, one)).hasToString("only 0");
    assertThat(start.after(NO_WORK, one)).hasToString("only 0");
  }

  @Test
  void aRemovedStateResetsToTheStartAndAnyOtherKeepsItsPlace() {
    Lifecycle shorter = Org.lifecycle("#+START: b\n* a\n* b\n");
    assertThat(new Position("wake_add", 2).within(shorter)).hasToString("b 0");
    assertThat(new Position("a", 0).within(shorter)).hasToString("a 0");
  }

  @Test
  void repeatsLoweredUnderAnAgentLetItGoOn() {
    Lifecycle once = Org.lifecycle(Org.CANONICAL.replace(":REPEAT: 3", ":REPEAT: 1"));
    assertThat(new Position("wake_add", 2).after(DONE, once)).hasToString("wake_audit 0");
  }

  @Test
  void failuresHoldHoweverOften() {
    Position place = new Position("wake_add", 1);
    assertThat(place.after(FAILED, DAY).after(KILLED, DAY).after(FAILED, DAY)).isEqualTo(place);
  }

  @ParameterizedTest
  @CsvSource({"'wake_add'", "'wake_add x'", "''", "'wake_add -1'", "'a b 2'", "'a 99999999999'"})
  void aBrokenPlaceIsNone(String text) {
    assertThat(Position.read(text)).isEmpty();
  }
}
