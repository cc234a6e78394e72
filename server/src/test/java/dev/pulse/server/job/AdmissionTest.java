package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.Admission.Candidate;
import dev.pulse.server.job.Admission.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which jobs their limits let start (D2), decided without a database. */
class AdmissionTest {
  private static final Map<Integer, List<String>> CARRIED =
      Map.of(1, List.of("x"), 2, List.of("y"), 3, List.of("x", "y"));
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void aLimitNobodySetHasRoomForAll() {
    var admission = new Admission(List.of(), CARRIED);
    assertThat(admission.left(1)).isEqualTo(Long.MAX_VALUE);
    assertThat(admission.choose(line(1, 1, 1), 2)).hasSize(2);
  }

  @Test
  void whatRunsCountsAndTheOrderIsKept() {
    var admission = new Admission(List.of(most("x", 3, 1)), CARRIED);
    assertThat(admission.choose(line(1, 0, 1, 1, 0), 10))
        .extracting(Candidate::seq)
        .as("two through the gate, and everybody without limits")
        .containsExactly(0L, 1L, 2L, 4L);
    assertThat(admission.left(1)).isZero();
    assertThat(admission.reopens(1)).as("only the end of a job helps").isNull();
  }

  @Test
  void aJobNeedsRoomInAllItsLimitsAndTakesAPlaceInEach() {
    var admission = new Admission(List.of(most("x", 2, 0), most("y", 1, 0)), CARRIED);
    assertThat(admission.choose(line(3, 2, 3, 1, 1), 10))
        .extracting(Candidate::seq)
        .as("the first takes the only place of y; x has one more")
        .containsExactly(0L, 3L);
  }

  @Test
  void aRateCountsStartsAndReopensByTime() {
    var admission =
        new Admission(
            List.of(new Standing("x", true, null, 0, 5, 3, Duration.ofSeconds(7), null)), CARRIED);
    assertThat(admission.choose(line(1, 1, 1), 10)).hasSize(2);
    assertThat(admission.spent()).containsExactly(Map.entry("x", 2L));
    assertThat(admission.reopens(1)).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void aPauseOutlastsARateAndALapsedOneIsNone() {
    var paused = new Standing("x", true, null, 0, 5, 5, Duration.ofSeconds(7), MINUTE);
    assertThat(new Admission(List.of(paused), CARRIED).reopens(1)).isEqualTo(MINUTE);
    var lapsed = new Standing("x", true, null, 0, null, 0, null, MINUTE.negated());
    assertThat(new Admission(List.of(lapsed), CARRIED).left(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whoDoesNotHoldTheLockDecidesNothing() {
    var busy = new Standing("x", false, 10, 0, null, 0, null, null);
    var admission = new Admission(List.of(busy), CARRIED);
    assertThat(admission.choose(line(1, 3, 2), 10)).extracting(Candidate::seq).containsExactly(2L);
    assertThat(admission.reopens(1)).isEqualTo(Admission.BUSY);
  }

  @Test
  void zeroLetsNothingThrough() {
    assertThat(new Admission(List.of(most("x", 0, 0)), CARRIED).choose(line(1, 1), 10)).isEmpty();
  }

  private static Standing most(String limit, int maxRunning, long running) {
    return new Standing(limit, true, maxRunning, running, null, 0, null, null);
  }

  /** Jobs in their order, each by its gate; 0: none. */
  private static List<Candidate> line(int... gates) {
    var line = new java.util.ArrayList<Candidate>();
    for (int at = 0; at < gates.length; at++) {
      line.add(new Candidate("q", gates[at] == 0 ? null : gates[at], 0, at));
    }
    return line;
  }
}
