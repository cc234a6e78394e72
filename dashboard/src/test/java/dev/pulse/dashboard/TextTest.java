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
            new Hour.Amounts());
    assertThat(chart.top()).isEqualTo("10");
    assertThat(chart.shapes().getLast().path())
        .isEqualTo("M150.0 50.00L225.0 50.00L300.0 50.00M450.0 0.00L525.0 0.00L600.0 0.00");
    assertThat(chart.shapes().getFirst().path()).contains("L300.0 100.00L150.0 100.00z");
  }

  @Test
  void theEdgesOfAChartAreRoundAndSoIsTheirMiddle() {
    var amounts = new Hour.Amounts();
    assertThat(List.of(0.0, 1.0, 3.0, 5.0, 17.0, 110.0, 1_500.0))
        .extracting(most -> edges(amounts, most))
        .containsExactly("10 5", "2 1", "4 2", "6 3", "20 10", "200 100", "2k 1k");
    var times = new Hour.Times();
    assertThat(List.of(0.0, 800.0, 3_000.0, 300_000.0, 1e8))
        .extracting(most -> edges(times, most))
        .containsExactly("10ms 5ms", "1s 500ms", "4s 2s", "10m 5m", "2d 1d");
  }

  private static String edges(Chart.Scale scale, double most) {
    double top = scale.top(most);
    return scale.label(top) + " " + scale.label(top / 2);
  }
}
