package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpliceTest {
  private static final String PLAN =
      "# Plan 🚀\n\n**Scheduler:** pulse  \n\n### Component 1: Größe \n**Status:** PENDING  \n"
          + "**Agent:** a\nDo it.\n\n### Component 2: Zwei\n**Status:** PENDING\n**Agent:** HUMAN\n";

  @Test
  void onlyTheValueChangesAndTrailingSpacesStay() {
    assertThat(changed(PLAN, Change.to(Status.FAILED)))
        .isEqualTo(PLAN.replaceFirst("PENDING  ", "FAILED  "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void linesEndAsTheyDidBefore(String ending) {
    String text = "\uFEFF" + PLAN.replace("\n", ending);
    String changed = changed(text, Change.to(Status.IN_PROGRESS).with(new Tries(1, 0)));
    assertThat(changed)
        .isEqualTo(
            text.replaceFirst("PENDING  ", "IN_PROGRESS  ")
                .replaceFirst(
                    "IN_PROGRESS  " + ending,
                    "IN_PROGRESS  " + ending + "**Attempt:** 1" + ending));
  }

  @Test
  void aFileWithoutALastLineEndStaysOne() {
    String text = "**Scheduler:** pulse\n### Component 1: One\n**Status:** PENDING";
    assertThat(changed(text, Change.to(Status.COMPLETED).with(new Tries(1, 0)).saying("ok")))
        .isEqualTo(
            "**Scheduler:** pulse\n### Component 1: One\n**Status:** COMPLETED\n**Result:** ok\n**Attempt:** 1");
  }

  @Test
  void whatIsNotUtf8Survives() {
    byte[] text = (PLAN + "\u00FF\u00FE\u0085").getBytes(StandardCharsets.ISO_8859_1);
    Plan plan = Plan.parse(text);
    byte[] there =
        Splice.component(plan, plan.components().getFirst(), Change.to(Status.COMPLETED));
    Plan changed = Plan.parse(there);
    byte[] back =
        Splice.component(changed, changed.components().getFirst(), Change.to(Status.PENDING));
    assertThat(back).isEqualTo(text);
  }

  @Test
  void aResultNeverRunsIntoTheInstructions() {
    String changed = changed(PLAN, Change.to(Status.COMPLETED).saying("one\n\ntwo"));
    assertThat(changed)
        .contains("**Status:** COMPLETED  \n**Result:** one two\n**Agent:** a\nDo it.");
    String bare = "**Scheduler:** pulse\n### Component 1: One\n**Status:** PENDING\nDo it.\n";
    String told = changed(bare, Change.to(Status.COMPLETED).saying("done"));
    Plan plan = Samples.parse(told);
    assertThat(plan.components().getFirst().written(Key.RESULT)).contains("done");
    assertThat(plan.instructions(plan.components().getFirst())).isEqualTo("Do it.");
  }

  @Test
  void aResultReplacesTheWholeParagraphOfTheOldOne() {
    String text =
        "**Scheduler:** pulse\n### Component 1: One\n**Status:** PENDING\n**Result:** old\nand older\n\nbody\n";
    assertThat(changed(text, Change.to(Status.COMPLETED).saying("new")))
        .isEqualTo(
            "**Scheduler:** pulse\n### Component 1: One\n**Status:** COMPLETED\n**Result:** new\n\nbody\n");
  }

  @Test
  void theTimeOfActivationIsWrittenOnceUnderTheScheduler() {
    Plan plan = Samples.parse(PLAN);
    String started =
        Samples.text(
            Splice.started(
                plan, plan.components().getFirst(), Change.to(Status.IN_PROGRESS), "now"));
    assertThat(started).contains("**Scheduler:** pulse  \n**Activated:** now\n\n###");
  }

  @Test
  void aSecondChangeToTheSameIsNone() {
    Plan plan = Samples.parse(PLAN);
    assertThat(Splice.component(plan, plan.components().getFirst(), Change.to(Status.PENDING)))
        .isEqualTo(PLAN.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void resultsAreOneBoundedLine() {
    String output = "a\tb\r\n\u0007c " + "x".repeat(5000);
    assertThat(Change.to(Status.FAILED).saying(output).result())
        .startsWith("a b c xxx")
        .endsWith("x …")
        .hasSizeLessThan(900)
        .doesNotContain("\n", "\r");
  }

  private static String changed(String text, Change change) {
    Plan plan = Samples.parse(text);
    return Samples.text(Splice.component(plan, plan.components().getFirst(), change));
  }
}
