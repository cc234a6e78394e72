package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanParserTest {
  @Test
  void aPlanIsItsHeaderAndItsComponents() {
    Plan plan =
        Samples.parse(
            """
            # Bootstrap

            **Scheduler:** pulsar-relay
            **On-Failure:** continue

            ### Component 1: Scaffold
            **Status:** COMPLETED
            **Agent:** backend-developer
            **Label:** local
            **Deliverable:** `src/main.rs`
            **Result:** src/main.rs: it compiles
            and has a test
            **Attempt:** 2 (healed 1)

            Make the repository.

            ---

            ### Phase 2: Look at it
            **Status:** PENDING
            **Agent:** HUMAN
            Directly below, without a blank line.

            ## Notes
            Not for anybody's eyes.
            """);
    assertThat(plan.isOurs()).isTrue();
    assertThat(plan.continues()).isTrue();
    assertThat(plan.title()).isEqualTo("Bootstrap");
    Component first = plan.components().getFirst();
    assertThat(first.title()).isEqualTo("Scaffold");
    assertThat(first.status()).isEqualTo(Status.COMPLETED);
    assertThat(first.deliverable()).contains("src/main.rs");
    assertThat(first.written(Key.RESULT)).contains("src/main.rs: it compiles and has a test");
    assertThat(first.tries()).isEqualTo(new Tries(2, 1));
    assertThat(plan.instructions(first)).isEqualTo("Make the repository.");
    Component second = plan.components().getLast();
    assertThat(second.isHuman()).isTrue();
    assertThat(plan.instructions(second)).isEqualTo("Directly below, without a blank line.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```\n**Status:** IN_PROGRESS\n```\n",
        "~~~~ text\n```\n**Status:** IN_PROGRESS\n~~~~\n",
        "    **Status:** IN_PROGRESS\n",
        "\t**Status:** IN_PROGRESS\n",
        "> **Status:** IN_PROGRESS\n",
        "> a quote\n**Status:** IN_PROGRESS\n",
        "<!--\n**Status:** IN_PROGRESS\n-->\n",
        "<details>\n**Status:** IN_PROGRESS\n</details>\n",
        "- a list\n  **Status:** IN_PROGRESS\n",
        "1. ```\n**Status:** IN_PROGRESS\n",
        "**Status:** IN_PROGRESS\n",
        "Text\n**Status:** IN_PROGRESS\n",
        "### Something else\n**Status:** IN_PROGRESS\n",
      })
  void whatIsNestedOrInTheBodyNeverShadowsTheStatus(String nested) {
    for (String gap : List.of("\n", "words\n", "\nwords\n\n")) {
      String text =
          Samples.HEADER
              + "### Component 1: One\n**Status:** COMPLETED\n**Agent:** HUMAN\n"
              + gap
              + nested
              + "\n### Component 2: Two\n**Status:** PENDING\n**Agent:** a\n";
      Plan plan = Samples.parse(text);
      assertThat(plan.components()).as(text).hasSize(2);
      assertThat(plan.components().getFirst().status()).as(text).isEqualTo(Status.COMPLETED);
      byte[] spliced =
          Splice.component(plan, plan.components().getFirst(), Change.to(Status.BLOCKED));
      assertThat(Samples.text(spliced))
          .isEqualTo(text.replaceFirst("\\*\\*Status:\\*\\* COMPLETED", "**Status:** BLOCKED"));
    }
  }

  /** Above its own Status line a component has nothing: a nested one is not taken for it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "```\n**Status:** COMPLETED\n```\n",
        "    **Status:** COMPLETED\n",
        "> **Status:** COMPLETED\n",
        "<!-- **Status:** COMPLETED -->\n",
        "Words first.\n**Status:** COMPLETED\n",
      })
  void aComponentWithoutAStatusOfItsOwnIsPending(String nested) {
    Plan plan = Samples.plan("### Component 1: One\n" + nested + "\n");
    assertThat(plan.components().getFirst().status()).isEqualTo(Status.PENDING);
    String spliced =
        Samples.text(
            Splice.component(plan, plan.components().getFirst(), Change.to(Status.IN_PROGRESS)));
    assertThat(spliced)
        .isEqualTo(
            Samples.HEADER + "### Component 1: One\n**Status:** IN_PROGRESS\n" + nested + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```\n### Component 2: Fenced\n```\n",
        "    ### Component 2: Indented\n",
        " ### Component 2: A little indented\n",
        "> ### Component 2: Quoted\n",
        "<!--\n\n### Component 2: Hidden\n\n-->\n",
        "<pre>\n\n### Component 2: Verbatim\n\n</pre>\n",
        "- ### Component 2: Listed\n",
        "### Component A: Lettered\n",
        "### Component 2 Without a colon\n",
        "### Component 2:\n",
        "## Component 2: Two marks\n",
        "###Component 2: Glued\n",
      })
  void onlyACanonicalHeaderBeginsAComponent(String other) {
    Plan plan = Samples.plan(Samples.component(1, "PENDING", "a") + other + "\n");
    assertThat(plan.components()).hasSize(1);
  }

  @Test
  void aFenceInAListEndsWithTheList() {
    Plan plan =
        Samples.plan(
            Samples.component(1, "PENDING", "a")
                + "- item\n  ```\n  never closed\n\n"
                + Samples.component(2, "PENDING", "a"));
    assertThat(plan.components()).hasSize(2);
  }

  @Test
  void aStatusThatIsNoneReadsAsPending() {
    for (String status : List.of("DONE", "completed", "COMPLETED!", "", "IN PROGRESS")) {
      Plan plan = Samples.plan(Samples.component(1, status, "a"));
      assertThat(plan.components().getFirst().status()).as(status).isEqualTo(Status.PENDING);
    }
  }

  @Test
  void lettersWhoseBytesLookLikeLineEndsAreLetters() {
    // The second byte of the Cyrillic letter is 0x85, a line end in some alphabets.
    Plan plan = Samples.plan("### Component 1: Сначала х\n**Status:** PENDING\n**Agent:** ах\n");
    assertThat(plan.components().getFirst().title()).isEqualTo("Сначала х");
    assertThat(plan.components().getFirst().agent()).contains("ах");
  }

  @Test
  void aResultGoesToTheNextBlankLineOrMetadataLine() {
    Plan plan =
        Samples.plan(
            """
            ### Component 1: One
            **Status:** COMPLETED
            **Result:** first line
              second line
            third line

            not part of it
            """);
    Component one = plan.components().getFirst();
    assertThat(one.written(Key.RESULT)).contains("first line second line third line");
    assertThat(plan.instructions(one)).isEqualTo("not part of it");
  }
}
