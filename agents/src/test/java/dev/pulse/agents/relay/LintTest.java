package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R15: every malformed thing is found, with its line. */
class LintTest {
  @TempDir Path folder;

  @Test
  void aGoodPlanHasNoProblems() throws Exception {
    Files.createDirectory(folder.resolve("src"));
    assertThat(lint(Samples.HEADER + Samples.component(1, "PENDING", "a\n**Deliverable:** src/x")))
        .isEmpty();
  }

  @Test
  void everyMalformedThingIsFoundWithItsLine() {
    String text =
        """
        # Bad
        **Scheduler:** pulse
        **On-Failure:** shrug
        ### Component A: Lettered
        ### Component 1: One
        **Status:** DONE
        **Status:** PENDING
        **Agent:** terraform expert
        **Deliverable:** nowhere/x
        Text.
        ### Component 3: Gap
        **Status:** PENDING
        **Agent:** nobody
        Text.
        ### Component 3: Claude-Opus
        **Agent:** Claude
        **Attempt:** many
        ### Component 4: Nothing
        Text.

        **Status:** COMPLETED
        """;
    assertThat(lint(text))
        .extracting(Problem::toString)
        .containsExactly(
            "line 3: On-Failure is continue or stop, not 'shrug'",
            "line 4: not a component: a header is '### Component 1: title', at the margin",
            "line 6: 'DONE' is no status: reads as PENDING",
            "line 7: a second Status; the first one counts",
            "line 8: an agent is one word, not 'terraform expert'",
            "line 9: the folder of nowhere/x does not exist (yet)",
            "line 11: the number of this component should be 2",
            "line 13: there is no agent nobody",
            "line 15: no Status: reads as PENDING",
            "line 15: no instructions: the agent is asked nothing",
            "line 16: 'Claude' is no name of an agent: lower case letters, digits and dashes",
            "line 17: Attempt is a number; this reads as 0",
            "line 18: no Status: reads as PENDING",
            "line 18: no Agent",
            "line 18: a line **Status:** below is not read: metadata stands directly under the header, line by line");
  }

  @Test
  void aFileThatIsNoPlanSaysSo() {
    assertThat(lint("Hello.\n"))
        .extracting(Problem::message)
        .anyMatch(message -> message.contains("Scheduler"))
        .anyMatch(message -> message.contains("no component"));
  }

  @Test
  void aFenceThatHidesAComponentIsAnErrorWhereItBegins() {
    String text =
        Samples.HEADER
            + Samples.component(1, "PENDING", "a")
            + "```\n"
            + Samples.component(2, "PENDING", "a");
    assertThat(lint(text))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.isError()).isTrue();
              assertThat(problem.line()).isEqualTo(11);
              assertThat(problem.message()).contains("hides the component in line 12");
            });
  }

  @Test
  void aColonOnTheWrongSideIsExplained() {
    assertThat(
            lint(
                Samples.HEADER
                    + "### Component 1: One\n**Status**: PENDING\n**Agent**: a\nText.\n"))
        .extracting(Problem::message)
        .contains(
            "write **Status:** instead of **Status**:", "write **Agent:** instead of **Agent**:");
  }

  @Test
  void aSessionIsOfAnEarlierComponentOfTheSameAgent() {
    String text =
        Samples.HEADER
            + Samples.component(1, "PENDING", "HUMAN")
            + Samples.component(2, "PENDING", "a")
            + Samples.component(3, "PENDING", "a\n**Session:** 2");
    assertThat(lint(text)).isEmpty();
    assertThat(lint(text.replace("Session:** 2", "Session:** 1")))
        .extracting(Problem::toString)
        .containsExactly("line 20: component 1 has another agent: its session cannot be taken up");
    for (String wrong : new String[] {"3", "0", "two", ""}) {
      assertThat(lint(text.replace("Session:** 2", "Session:** " + wrong)))
          .extracting(Problem::toString)
          .containsExactly(
              "line 20: Session is the number of an earlier component, not '%s'".formatted(wrong));
    }
  }

  @Test
  void aMissingWorkdirIsAnError() {
    assertThat(
            lint(
                "**Scheduler:** pulse\n**Workdir:** gone\n\n"
                    + Samples.component(1, "PENDING", "a")))
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.toString()).startsWith("line 2: there is no folder"));
  }

  private List<Problem> lint(String text) {
    Plan plan = Samples.parse(text);
    return Lint.of(plan, "a"::equals, new Folders(folder).workdir(plan));
  }
}
