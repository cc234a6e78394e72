package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long an account rests (A5). */
class AccountsTest {
  private static final RateLimit UNTOLD = new RateLimit(null, "slow down");

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-15T12:00:00Z"));
  private final Accounts accounts = new Accounts(now::get);

  @Test
  void aTimeThatIsToldIsBelieved() {
    Instant until = now.get().plus(Duration.ofHours(5));
    assertThat(accounts.park("a", new RateLimit(until, ""))).isEqualTo(until);
    assertThat(accounts.parkedUntil("a")).contains(until);
    assertThat(accounts.parkedUntil("b")).isEmpty();
    now.set(until);
    assertThat(accounts.parkedUntil("a")).isEmpty();
  }

  @Test
  void withoutATimeThePausesGrowUntilSomethingWorks() {
    assertThat(pauses(7)).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
    accounts.worked("a");
    assertThat(pauses(2)).containsExactly(1L, 2L);
  }

  @Test
  void severalAgentsThatMeetTheSameLimitCountOnce() {
    Instant until = accounts.park("a", UNTOLD);
    assertThat(accounts.park("a", UNTOLD)).isEqualTo(until);
    now.set(until);
    assertThat(Duration.between(now.get(), accounts.park("a", UNTOLD))).hasMinutes(2);
  }

  @Test
  void noErrorParksAnAccountForWeeks() {
    Instant far = now.get().plus(Duration.ofDays(300));
    assertThat(accounts.park("a", new RateLimit(far, "")))
        .isEqualTo(now.get().plus(Duration.ofDays(8)));
  }

  private List<Long> pauses(int times) {
    return IntStream.range(0, times)
        .mapToObj(
            _ -> {
              Instant until = accounts.park("a", UNTOLD);
              long minutes = Duration.between(now.get(), until).toMinutes();
              now.set(until);
              return minutes;
            })
        .toList();
  }
}
