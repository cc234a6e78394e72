package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.pulse.Outcome;
import dev.pulse.PulseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cadence that survives the machine: a stop at every point of a tick, and what comes after (K6).
 */
class KeeperRestartTest {
  private static final String HOURLY =
      "* wren\n:PROPERTIES:\n:DEF: agents/writer.md\n:LIFECYCLE: lifecycle.org\n:END:\n";

  @RegisterExtension static final SharedPulse pulse = new SharedPulse();
  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void home() {
    home = new Home(pulse.client(), folder).withWren();
  }

  @AfterEach
  void leave() {
    home.close();
  }

  private Duration left() {
    return Duration.between(home.time.instant(), home.status("wren").nextRun());
  }

  private Path run() {
    return folder.resolve("keeper/wren/keeper-run");
  }

  @Test
  void midIntervalItWaitsTheRemainingTimeButAMinute() {
    home.writing("fleet.org", HOURLY).start();
    home.tick("wren");
    home.stop();
    home.time.advance(Duration.ofMinutes(40));
    home.start();
    assertThat(left()).isEqualTo(Duration.ofMinutes(20));
    home.stop();
    home.time.advance(Duration.ofMinutes(19).plusSeconds(30));
    home.start();
    assertThat(left()).as("the floor").isEqualTo(Duration.ofMinutes(1));
    home.stop();
    home.time.advance(Duration.ofDays(2));
    home.start();
    assertThat(left()).as("long overdue").isEqualTo(Duration.ofMinutes(1));
    assertThat(home.calls).hasSize(1);
  }

  @Test
  void twentyRestartsInARowCallNoModel() {
    home.start();
    home.tick("wren");
    for (int restart = 0; restart < 20; restart++) {
      home.stop();
      home.time.advance(Duration.ofSeconds(59));
      home.start();
      assertThat(left()).isEqualTo(Duration.ofMinutes(1));
    }
    assertThat(home.calls).hasSize(1);
    home.tick("wren");
    assertThat(home.calls).hasSize(2);
    assertThat(home.small("wren", "lifecycle-pos")).contains("wake_add 2");
  }

  @Test
  void twentyRestartsDuringARunFindThatRun() {
    var go = new CountDownLatch(1);
    home.playing(
            _ -> {
              go.await();
              return Home.done();
            })
        .start();
    home.tickAndRun("wren");
    for (int restart = 0; restart < 20; restart++) {
      home.stop().start();
      home.until("wren", AgentStatus::running);
    }
    go.countDown();
    home.until("wren", status -> !status.running());
    assertThat(home.calls).hasSize(1);
    assertThat(home.small("wren", "lifecycle-pos")).contains("wake_add 1");
    assertThat(home.small("wren", "keeper-run")).isEmpty();
  }

  @Test
  void aRunThatEndsWhileNobodyKeepsIsEnteredAfterwards() {
    var go = new CountDownLatch(1);
    home.playing(
            _ -> {
              go.await();
              return Home.noWork();
            })
        .start();
    home.tickAndRun("wren");
    home.stop();
    go.countDown();
    pulse.client().handle(home.calls.getFirst().job()).await(Duration.ofMinutes(1));
    home.time.advance(Duration.ofSeconds(50));
    home.start();
    home.until("wren", status -> status.lastOutcome() != null && !status.running());
    assertThat(home.small("wren", "lifecycle-pos")).contains("wake_audit 0");
    assertThat(home.status("wren").streak()).isEqualTo(1);
    assertThat(left())
        .as("a minute of backing off, 50 s of it gone, but the floor")
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(home.calls).hasSize(1);
  }

  @Test
  void aFailureWhileNobodyKeepsHoldsThePlace() {
    var go = new CountDownLatch(1);
    home.playing(
            _ -> {
              go.await();
              return Outcome.fail("no");
            })
        .start();
    home.tickAndRun("wren");
    home.stop();
    go.countDown();
    pulse.client().handle(home.calls.getFirst().job()).await(Duration.ofMinutes(1));
    home.start();
    home.until("wren", status -> "FAILED".equals(status.lastOutcome()));
    assertThat(home.small("wren", "lifecycle-pos")).contains("wake_add 0");
  }

  @Test
  void stoppedBeforeTheSubmitTheRunIsSubmittedOnce() throws Exception {
    home.start();
    home.tick("wren");
    home.stop();
    UUID job = UUID.randomUUID();
    Files.writeString(
        run(), "%s %d wake_add 1".formatted(job, home.time.instant().getEpochSecond()));
    home.start();
    home.until("wren", status -> home.calls.size() == 2 && !status.running());
    assertThat(home.calls.getLast().job()).isEqualTo(job);
    assertThat(home.small("wren", "lifecycle-pos")).contains("wake_add 2");
  }

  @Test
  void stoppedBetweenOutcomeAndItsEntryNothingCountsTwice() throws Exception {
    for (String before : List.of("wake_add 0", "wake_add 1", "wake_add 2", "wake_audit 0")) {
      var kept = new CountDownLatch(1);
      var go = new CountDownLatch(1);
      home.playing(
          _ -> {
            kept.countDown();
            go.await();
            return Home.done();
          });
      if (before.equals("wake_add 0")) {
        home.start();
      }
      home.tickAndRun("wren");
      kept.await();
      byte[] underWay = Files.readAllBytes(run());
      go.countDown();
      home.until("wren", status -> !status.running());
      String after = home.small("wren", "lifecycle-pos").orElseThrow();
      int calls = home.calls.size();
      home.stop();
      Files.write(run(), underWay); // as if it had been killed before it was removed
      home.start();
      home.until("wren", status -> status.lastOutcome() != null && !status.running());
      await().atMost(Home.PATIENCE).until(() -> home.small("wren", "keeper-run").isEmpty());
      assertThat(home.small("wren", "lifecycle-pos")).contains(after).isNotEqualTo(before);
      assertThat(home.calls).hasSize(calls);
    }
  }

  @Test
  void theStateItStoodInMayBeGoneWhenItComesBack() {
    home.start();
    home.tick("wren");
    home.stop();
    home.writing("lifecycle.org", "* a\n* b\n");
    home.start();
    assertThat(home.status("wren").place().state()).isEqualTo("a");
    home.tick("wren");
    assertThat(home.small("wren", "lifecycle-pos")).contains("a 0");
  }

  @Test
  void damagedFilesAreAsGoodAsNone() throws Exception {
    Path wren = Files.createDirectories(folder.resolve("keeper/wren"));
    Files.writeString(wren.resolve("lifecycle-pos"), "garbage");
    Files.writeString(wren.resolve("keeper-last-run"), "yesterday");
    Files.writeString(wren.resolve("lifecycle-ran-rem"), "");
    Files.writeString(wren.resolve("keeper-run"), "?");
    home.start();
    home.tick("wren");
    assertThat(home.small("wren", "lifecycle-pos")).contains("wake_add 1");
  }

  @Test
  void oneHomeHasOneKeeper() {
    home.start();
    assertThatExceptionOfType(PulseException.class)
        .isThrownBy(() -> home.start())
        .withMessageContaining("another keeper");
  }
}
