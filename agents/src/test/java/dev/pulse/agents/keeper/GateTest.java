package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** At most two run at once, in the order they came, and nobody who hangs keeps a slot (K7). */
class GateTest {
  @RegisterExtension static final SharedPulse pulse = new SharedPulse();
  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void home() {
    home = new Home(pulse.client(), folder);
  }

  @AfterEach
  void leave() {
    home.close();
    pulse.client().limits().delete(Orders.LIMIT);
  }

  private Home fleet(int agents) {
    return home.writing("fleet.org", text(agents));
  }

  static String text(int agents) {
    var text = new StringBuilder();
    IntStream.range(0, agents)
        .forEach(
            i -> text.append("* a%d\n:PROPERTIES:\n:DEF: agents/writer.md\n:END:\n".formatted(i)));
    return text.toString();
  }

  /** When the runs were submitted, in the order in which they were given their slots. */
  static List<Instant> submitted(Pulse pulse, Turnstile turnstile) {
    return turnstile.started.stream()
        .map(pulse::job)
        .sorted(Comparator.comparing(Job::startedAt).thenComparing(Job::submittedAt))
        .map(Job::submittedAt)
        .toList();
  }

  @Test
  void twoRunAndTheOthersWaitTheirTurnInOrder() {
    var turnstile = new Turnstile();
    fleet(8).playing(turnstile).start();
    for (int agent = 0; agent < 8; agent++) { // one after the other, as the stagger brings them
      home.until("a" + agent, status -> status.job() != null && isSubmitted(status.job()));
      home.pass(Duration.ofSeconds(30));
    }
    for (int run = 0; run < 8; run++) {
      int before = run;
      await()
          .atMost(Home.PATIENCE)
          .until(() -> turnstile.started.size() >= Math.min(8, before + 2));
      assertThat(turnstile.now.get()).isLessThanOrEqualTo(2);
      turnstile.letGo(1);
    }
    await()
        .atMost(Home.PATIENCE)
        .until(() -> home.keeper().status().stream().noneMatch(AgentStatus::running));
    assertThat(turnstile.most).hasValue(2);
    assertThat(turnstile.started).hasSize(8).doesNotHaveDuplicates();
    assertThat(submitted(pulse.client(), turnstile)).isSorted();
  }

  /** The keeper knows a run before the server does: two at once would have no order. */
  private static boolean isSubmitted(UUID job) {
    return pulse
        .client()
        .jobs(JobFilter.all().topic("agents"))
        .anyMatch(each -> each.id().equals(job));
  }

  @Test
  void whoHangsIsKilledAndItsSlotGoesToTheNextWhoseClockStartsThen() {
    pulse.client().limits().set(Orders.LIMIT, limit -> limit.maxRunning(1));
    var turnstile = new Turnstile();
    fleet(2).playing(turnstile).start();
    await().atMost(Home.PATIENCE).until(() -> turnstile.started.size() == 1);
    home.pass(Duration.ofSeconds(30));
    home.until("a1", status -> status.job() != null);
    assertThat(home.untilKilled("a0")).isGreaterThanOrEqualTo(Duration.ofMinutes(14));
    await().atMost(Home.PATIENCE).until(() -> turnstile.started.size() == 2);
    assertThat(home.status("a1").running()).as("it waited as long, but did not run").isTrue();
    turnstile.letGo(2);
    home.until("a1", status -> "DONE".equals(status.lastOutcome()));
    assertThat(turnstile.most).hasValue(1);
  }

  @Test
  void whoCrashesGivesItsSlotBack() {
    pulse.client().limits().set(Orders.LIMIT, limit -> limit.maxRunning(1));
    fleet(4)
        .playing(
            _ -> {
              throw new Error("crashed");
            })
        .start();
    home.pass(Duration.ofMinutes(10));
    await()
        .atMost(Home.PATIENCE)
        .until(
            () ->
                home.keeper().status().stream()
                    .allMatch(status -> "FAILED".equals(status.lastOutcome())));
    assertThat(home.calls).hasSize(4);
  }

  @Test
  void whatSomebodySetIsNotSetBack() {
    pulse.client().limits().set(Orders.LIMIT, limit -> limit.maxRunning(5));
    fleet(1).start();
    home.until("a0", status -> status.lastOutcome() != null);
    assertThat(pulse.client().limits().find(Orders.LIMIT).orElseThrow().maxRunning()).isEqualTo(5);
  }
}
