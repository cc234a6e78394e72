package dev.pulse.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.log.Tries.Try;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TriesTest {
  /** Tries with these numbers, all but the last ended. */
  private static List<Try> numbered(int... numbers) {
    var all = new ArrayList<Try>();
    for (int at = 0; at < numbers.length; at++) {
      all.add(new Try(at + 1, numbers[at], at == numbers.length - 1 ? null : "X"));
    }
    return all;
  }

  private static List<Integer> of(Tries tries) {
    return tries.all().stream().map(Try::tries).toList();
  }

  @Test
  void anAttemptIsTheTriesThatShareItsNumber() {
    List<Try> known = numbered(1, 1, 2, 3, 3, 3);
    assertThat(of(Tries.of(known, 1))).containsExactly(1, 2);
    assertThat(of(Tries.of(known, 2))).containsExactly(3);
    assertThat(of(Tries.last(known))).containsExactly(4, 5, 6);
    assertThat(Tries.of(known, 1).haveEnded()).isTrue();
    assertThat(Tries.last(known).haveEnded()).isFalse();
    assertThat(Tries.of(known, 4).isEmpty()).isTrue();
    assertThat(Tries.last(List.of()).isEmpty()).isTrue();
  }

  @Test
  void ofAJobThatWasStartedOverTheNewAttemptIsMeant() {
    List<Try> known = numbered(1, 2, 1, 1);
    assertThat(of(Tries.of(known, 1))).containsExactly(3, 4);
    assertThat(of(Tries.of(known, 2))).containsExactly(2);
  }
}
