package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** When a dispatch of tasks is noticed (G6). */
class DispatchesTest {
  private OptionalLong total = OptionalLong.of(7);
  private int asked;
  private final Dispatches dispatches =
      new Dispatches(
          () -> {
            asked++;
            return total;
          });

  @Test
  void whatGrewSinceTheLastLookIsOneDispatch() {
    assertThat(dispatches.hasBeen(true)).as("what was before").isFalse();
    assertThat(dispatches.hasBeen(true)).isFalse();
    total = OptionalLong.of(9);
    assertThat(dispatches.hasBeen(true)).isTrue();
    assertThat(dispatches.hasBeen(true)).isFalse();
  }

  @Test
  void aServerThatIsAwayHidesNothing() {
    dispatches.hasBeen(true);
    total = OptionalLong.empty();
    assertThat(dispatches.hasBeen(true)).isFalse();
    total = OptionalLong.of(8);
    assertThat(dispatches.hasBeen(true)).isTrue();
  }

  @Test
  void whereNobodyWantsToKnowNobodyIsAsked() {
    assertThat(dispatches.hasBeen(false)).isFalse();
    assertThat(asked).isZero();
  }
}
