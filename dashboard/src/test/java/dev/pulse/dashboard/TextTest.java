package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How things are written: for people, for their shells, and as lines. */
class TextTest {
  @Test
  void aNameInACommandIsOneWordOfAShell() throws Exception {
    assertThat(Text.argument("nightly-backup")).isEqualTo("nightly-backup");
    for (String name :
        List.of("a b", "x; touch y", "it's", "$(id)", "`id`", "-rf", "", "a\\'b", "*")) {
      var shell = new ProcessBuilder("sh", "-c", "printf %s " + Text.argument(name)).start();
      assertThat(new String(shell.getInputStream().readAllBytes())).isEqualTo(name);
    }
  }

  @Test
  void timesInASentenceAreWrittenAsThePagesWriteThem() {
    assertThat(Text.told("the next is due at 2026-11-15T18:20:23.749736Z.", 400))
        .isEqualTo("the next is due at 2026-11-15 18:20:23Z.");
    assertThat(Text.told("a sentence", 400)).isEqualTo("a sentence");
  }

  @Test
  void aLineLeavesOutWhatWasNotMeasured() {
    Chart chart =
        Chart.lines(
            List.of(new Chart.Series("a", List.of(Double.NaN, 5.0, Double.NaN, 10.0))),
            List.of("", "", "", ""),
            String::valueOf);
    assertThat(chart.top()).isEqualTo("10.0");
    assertThat(chart.shapes().getLast().path())
        .isEqualTo("M150.0 50.00L225.0 50.00L300.0 50.00M450.0 0.00L525.0 0.00L600.0 0.00");
    assertThat(chart.shapes().getFirst().path()).contains("L300.0 100.00L150.0 100.00z");
  }
}
