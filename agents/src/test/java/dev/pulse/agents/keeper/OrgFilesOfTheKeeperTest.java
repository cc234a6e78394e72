package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.agents.org.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fleet and a lifecycle say, and what is wrong with them, by line (K1, K3). */
class OrgFilesOfTheKeeperTest {
  private static final Path HOME = Path.of("/home/pulse");

  private static Fleet fleet(String text) {
    return Fleet.read(Org.file(text), HOME);
  }

  @Test
  void theCanonicalDay() {
    Lifecycle day = Org.lifecycle(Org.CANONICAL);
    assertThat(day.start()).hasToString("wake_add 0");
    assertThat(day.state("wake_add").repeat()).isEqualTo(3);
    assertThat(day.state("rem").kind()).isEqualTo(Lifecycle.Kind.REM);
    assertThat(day.state("rem").gate()).contains(Duration.ofMinutes(10));
    assertThat(day.state("wake_plan").next()).isEqualTo("wake_add");
  }

  @Test
  void defaults() {
    Lifecycle day = Org.lifecycle("words\n* second_to_none\nDo *this*.\n** notes\n* other\n");
    assertThat(day.start()).as("the first heading").hasToString("second_to_none 0");
    var state = day.state("second_to_none");
    assertThat(state)
        .isEqualTo(
            new Lifecycle.State(
                "second_to_none",
                Lifecycle.Kind.WAKE,
                1,
                "second_to_none",
                null,
                OptionalInt.empty(),
                "Do *this*."));
    assertThat(day.has("notes")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "words only                                     | 1",
        "#+START: x\\n* a                               | 1",
        "#+START: a\\n#+START: b\\n* a\\n* b            | 2",
        "* a\\n* a                                      | 2",
        "* a b                                          | 1",
        "* ../a                                         | 1",
        "* a\\n:PROPERTIES:\\n:KIND: nap\\n:END:        | 3",
        "* a\\n:PROPERTIES:\\n:REPEAT: 0\\n:END:        | 3",
        "* a\\n:PROPERTIES:\\n:REPEAT: many\\n:END:     | 3",
        "* a\\n:PROPERTIES:\\n:NEXT: b\\n:END:          | 3",
        "* a\\n:PROPERTIES:\\n:MIN-INTERVAL: 10\\n:END: | 3",
        "* a\\n:PROPERTIES:\\n:MAX-FAILS: -1\\n:END:    | 3",
        "* a\\n:PROPERTIES:\\n:KIND: wake               | 2",
        "* a\\n:PROPERTIES:\\nKIND wake\\n:END:         | 3",
      })
  void aBrokenDayIsNotUsedAndSaysWhere(String text, int line) {
    Reading<Lifecycle> reading = Org.reading(text.replace("\\n", "\n"));
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problems()).extracting(Problem::line).containsExactly(line);
  }

  @Test
  void theFleetOfTheDocument() {
    Fleet fleet =
        fleet(
            """
            * wren
            :PROPERTIES:
            :DEF: defs/writer.org
            :LIFECYCLE: lifecycle.org
            :INTERVAL: 10m
            :END:
            * moss
            :PROPERTIES:
            :DEF: agents/editor.md
            :INTERVAL: continuous
            :MAX-FAILS: 3
            :WAKE-ON: dispatch
            :END:
            * COMMENT asleep
            * idle
            :PROPERTIES:
            :DEF: agents/editor.md
            :END:
            """);
    assertThat(fleet.problems()).isEmpty();
    assertThat(fleet.members()).containsOnlyKeys("wren", "moss", "idle");
    assertThat(fleet.members().get("wren").value())
        .contains(
            new Member(
                "wren",
                1,
                HOME.resolve("defs/writer.org"),
                HOME.resolve("lifecycle.org"),
                Duration.ofMinutes(10),
                OptionalInt.empty(),
                false,
                null));
    Member moss = fleet.members().get("moss").value().orElseThrow();
    assertThat(moss.interval()).isEqualTo(Duration.ofSeconds(45));
    assertThat(moss.maxFails()).hasValue(3);
    assertThat(moss.wakesOnDispatch()).isTrue();
    assertThat(fleet.members().get("idle").value().orElseThrow().interval())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void oneBrokenHeadingIsOneAgentsAffair() {
    Fleet fleet =
        fleet(
            """
            * wren
            :PROPERTIES:
            :DEF: agents/writer.md
            :INTERVAL: sometimes
            :END:
            * moss
            :PROPERTIES:
            :DEF: agents/editor.md
            :END:
            * Not a name
            * moss
            * bare
            * open
            :PROPERTIES:
            :DEF: agents/editor.md
            """);
    assertThat(fleet.members().get("moss").value()).isPresent();
    assertThat(fleet.members().get("wren").value()).isEmpty();
    assertThat(fleet.members().get("wren").problems())
        .containsExactly(
            new Problem(4, "INTERVAL is a time such as 45s, 10m or 1h30m, not 'sometimes'"));
    assertThat(fleet.members().get("bare").problems())
        .containsExactly(new Problem(12, "bare has no :DEF:"));
    assertThat(fleet.members().get("open").problems()).extracting(Problem::line).contains(14);
    assertThat(fleet.problems()).extracting(Problem::line).isEqualTo(List.of(10, 11));
  }
}
