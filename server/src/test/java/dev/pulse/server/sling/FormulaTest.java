package dev.pulse.server.sling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A formula and its values make a prompt, or one clear line (G4). */
class FormulaTest {
  private static final Formula REVIEW =
      Formula.read(
          "review",
          """
          ---
          description: a review
          vars:
            depth: "two # looks"
            who:            # must be given
          ---
          Review {{title}} for {{ who }}, {{depth}}.
          """);

  @Test
  void valuesDefaultsAndTheTaskGoIn() {
    assertThat(REVIEW.render(Map.of("who", "{{depth}} $1"), Map.of("title", "the door")))
        .isEqualTo("Review the door for {{depth}} $1, two # looks.");
    assertThat(REVIEW.render(Map.of("who", "ann", "depth", "one"), Map.of("title", "x")))
        .isEqualTo("Review x for ann, one.");
    assertThat(Formula.read("plain", "Just do {{title}}").render(Map.of(), Map.of("title", "it")))
        .isEqualTo("Just do it");
  }

  @Test
  void whatIsMissingOrUnknownIsNamed() {
    assertThatThrownBy(() -> REVIEW.render(Map.of(), Map.of("title", "x")))
        .hasMessage("formula review needs a value for who: --var who=…");
    assertThatThrownBy(() -> REVIEW.render(Map.of("who", "a", "hue", "b"), Map.of("title", "x")))
        .hasMessage("formula review has no variable hue; it has depth, who");
    assertThatThrownBy(() -> Formula.read("f", "a {{b}}").render(Map.of(), Map.of()))
        .hasMessage("formula f uses {{b}}, which is not a variable of it");
    assertThatThrownBy(() -> Formula.read("f", "---\nvars:\n"))
        .hasMessage("formula f: its front matter does not end");
  }

  @Test
  void theStepsAreTheItemsThatAreNotTicked() {
    assertThat(Prompt.steps("Plan\n- [ ] one\n  * [ ] two \n- [x] done\n- [] no\n- [ ]\n"))
        .isEqualTo(List.of("one", "two"));
  }
}
