package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.NewTask;
import dev.pulse.Outcome;
import dev.pulse.Project;
import dev.pulse.SlingOrder;
import dev.pulse.agents.keeper.AgentStatus.Place;
import dev.pulse.agents.keeper.AgentStatus.Trouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The canonical day on a real server, under a clock that is moved by hand (K2 to K9). */
class KeeperDayTest {
  private static final Duration HOT = Duration.ofSeconds(45);

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

  private void position(String expected) {
    assertThat(home.small("wren", "lifecycle-pos")).contains(expected);
    Place place = home.status("wren").place();
    assertThat(place.state() + " " + place.hits()).isEqualTo(expected);
  }

  private String now() {
    return Long.toString(home.time.instant().getEpochSecond());
  }

  @Test
  void addThriceAuditRestPlanAndBeginAgain() {
    home.start();
    for (String expected :
        List.of("wake_add 1", "wake_add 2", "wake_audit 0", "rem 0", "wake_plan 0", "wake_add 0")) {
      assertThat(home.tick("wren")).isEqualTo(HOT);
      position(expected);
      assertThat(home.small("wren", "keeper-last-run")).contains(now());
      assertThat(home.small("wren", "keeper-run")).isEmpty();
    }
    assertThat(home.calls)
        .as("rem called no model")
        .extracting(Home.Call::state)
        .containsExactly("wake_add", "wake_add", "wake_add", "wake_audit", "wake_plan");
    String rested = Long.toString(home.time.instant().minus(HOT).getEpochSecond());
    assertThat(home.small("wren", "lifecycle-ran-rem")).contains(rested);
    assertThat(folder.resolve("keeper/wren").toFile().list())
        .containsExactlyInAnyOrder("keeper-last-run", "lifecycle-pos", "lifecycle-ran-rem", "work");
    assertThat(home.calls.getFirst().prompt()).contains("State: wake_add (1 of 3)");
    assertThat(home.calls.getFirst().preamble()).contains("wren", "NO-WORK");
  }

  @Test
  void aGatedStateHoldsUntilItsTimeHasPassed() {
    home.start();
    for (int tick = 0; tick < 10; tick++) { // through the day once, and to the rest again
      home.tick("wren");
    }
    position("rem 0");
    String rested = home.small("wren", "lifecycle-ran-rem").orElseThrow();
    int calls = home.calls.size();
    for (int tick = 0; tick < 8; tick++) { // the rest was 6 ticks ago; ten minutes are 13.3 ticks
      assertThat(home.tick("wren")).isEqualTo(HOT);
      position("rem 0");
      assertThat(home.small("wren", "keeper-last-run")).as("a tick all the same").contains(now());
    }
    assertThat(home.small("wren", "lifecycle-ran-rem")).contains(rested);
    home.tick("wren");
    position("wake_plan 0");
    assertThat(home.small("wren", "lifecycle-ran-rem")).contains(now());
    assertThat(home.calls).hasSize(calls);
  }

  @Test
  void nothingToDoFastForwardsAndBacksOffAndOneDoneWakesFully() {
    home.playing(_ -> Home.noWork()).start();
    for (var expected :
        List.of(
            Map.entry("wake_audit 0", "PT1M"),
            Map.entry("rem 0", "PT2M"),
            Map.entry("wake_plan 0", "PT2M"), // a rest leaves the streak
            Map.entry("wake_add 0", "PT4M"),
            Map.entry("wake_audit 0", "PT8M"),
            Map.entry("rem 0", "PT16M"),
            Map.entry("wake_plan 0", "PT16M"),
            Map.entry("wake_add 0", "PT30M"),
            Map.entry("wake_audit 0", "PT30M"))) {
      assertThat(home.tick("wren")).hasToString(expected.getValue());
      position(expected.getKey());
    }
    assertThat(home.status("wren").streak()).isEqualTo(7);
    home.playing(_ -> Home.done());
    assertThat(home.tick("wren")).isEqualTo(HOT);
    assertThat(home.status("wren").streak()).isZero();
  }

  @Test
  void theIdleTableWithoutALifecycle() {
    home.writing(
        "fleet.org",
        "* wren\n:PROPERTIES:\n:DEF: agents/writer.md\n:INTERVAL: continuous\n:END:\n");
    home.start();
    assertThat(home.tick("wren")).isEqualTo(HOT);
    home.playing(_ -> Outcome.done("NO-WORK, said plainly"));
    for (String delay : List.of("PT1M", "PT2M", "PT4M", "PT8M", "PT16M", "PT30M", "PT30M")) {
      assertThat(home.tick("wren")).hasToString(delay);
    }
    home.playing(_ -> Home.done());
    assertThat(home.tick("wren")).isEqualTo(HOT);
    assertThat(home.small("wren", "lifecycle-pos")).isEmpty();
  }

  @Test
  void failuresHoldThePlaceAndTheCadence() {
    home.start();
    home.tick("wren");
    home.playing(
        _ -> {
          throw new IllegalStateException("no such key");
        });
    for (int tick = 0; tick < 3; tick++) {
      assertThat(home.tick("wren")).isEqualTo(HOT);
      position("wake_add 1");
    }
    assertThat(home.status("wren").lastOutcome()).isEqualTo("FAILED");
    assertThat(home.status("wren").lastDetail()).contains("no such key");
    home.playing(_ -> Home.done());
    home.tick("wren");
    position("wake_add 2");
    assertThat(home.calls).as("each tick one attempt").hasSize(5);
  }

  @Test
  void aHungRunIsKilledAtItsWallClockAndHoldsThePlace() throws Exception {
    var interrupted = new CountDownLatch(1);
    home.playing(
            _ -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return Home.done();
            })
        .start();
    home.tickAndRun("wren");
    assertThat(home.untilKilled("wren")).isGreaterThanOrEqualTo(Duration.ofMinutes(15));
    interrupted.await();
    position("wake_add 0");
    var status = home.status("wren");
    assertThat(status.nextRun()).isBeforeOrEqualTo(home.time.instant().plus(HOT));
    assertThat(pulse.client().job(home.calls.getFirst().job()).status().name())
        .isEqualTo("CANCELED");
  }

  @Test
  void theDayMayBeEditedWhileItIsLived() {
    home.start();
    home.tick("wren");
    home.tick("wren");
    position("wake_add 2");
    home.writing("lifecycle.org", Org.CANONICAL.replace(":REPEAT: 3", ":REPEAT: 5"));
    home.tick("wren");
    position("wake_add 3");
    home.writing("lifecycle.org", Org.CANONICAL.replace("wake_add", "wake_sow"));
    home.tick("wren");
    assertThat(home.calls.getLast().state()).as("its state was removed").isEqualTo("wake_sow");
    position("wake_sow 1");
  }

  @Test
  void aBrokenDayLeavesTheLastGoodOneInForceAndSaysWhichLine() {
    home.start();
    home.tick("wren");
    home.writing("lifecycle.org", Org.CANONICAL.replace(":NEXT: rem\n", ":NEXT: rum\n"));
    home.until("wren", status -> !status.troubles().isEmpty());
    assertThat(home.status("wren").troubles())
        .containsExactly(new Trouble("lifecycle.org", 11, "NEXT: there is no state 'rum'"));
    home.tick("wren");
    home.tick("wren");
    position("wake_audit 0");
    home.tick("wren");
    position("rem 0");
    home.writing("lifecycle.org", Org.CANONICAL);
    home.until("wren", status -> status.troubles().isEmpty());
  }

  @Test
  void theForecastIsTheNextSixTicks() {
    home.start();
    home.tick("wren");
    List<AgentStatus.Ahead> forecast = home.status("wren").forecast();
    assertThat(forecast)
        .extracting(AgentStatus.Ahead::state)
        .containsExactly("wake_add", "wake_add", "wake_audit", "rem", "wake_plan", "wake_add");
    for (AgentStatus.Ahead ahead : forecast) {
      assertThat(home.status("wren").nextRun()).isEqualTo(ahead.at());
      assertThat(home.status("wren").place().state()).isEqualTo(ahead.state());
      assertThat(home.status("wren").place().hits()).isEqualTo(ahead.hits());
      home.tick("wren");
    }
  }

  @Test
  void aStateThatKeepsFailingIsQuarantinedUntilSomebodyTicksByHand() {
    home.writing("lifecycle.org", Org.CANONICAL.replace(":REPEAT: 3", ":REPEAT: 3\n:MAX-FAILS: 2"));
    home.playing(call -> call.state().equals("wake_add") ? Outcome.fail("stuck") : Home.done());
    home.start();
    home.tick("wren");
    home.tick("wren");
    assertThat(home.status("wren").quarantined()).containsExactly("wake_add");
    home.tick("wren");
    assertThat(home.calls.getLast().state()).as("the day goes on").isEqualTo("wake_audit");
    home.stop().start();
    assertThat(home.status("wren").quarantined()).as("a restart keeps it").isNotEmpty();
    var ticked =
        pulse.client().submit("agent.tick", Map.of("agent", "wren"), o -> o.topic("keeper"));
    ticked.await(Duration.ofMinutes(1));
    home.until("wren", status -> status.quarantined().isEmpty());
  }

  @Test
  void aRestRunsTheDreamAndNoModel() throws Exception {
    home.agents.put("writer", new KnownAgent(null, List.of("sh", "-c", "pwd > dreamt"), List.of()));
    home.writing("lifecycle.org", "* sleep\n:PROPERTIES:\n:KIND: rem\n:END:\n").start();
    home.tick("wren");
    Path work = folder.resolve("keeper/wren/work");
    assertThat(Files.readString(work.resolve("dreamt")).strip())
        .isEqualTo(work.toRealPath().toString());
    assertThat(home.status("wren").lastOutcome()).isEqualTo("DONE");
    assertThat(home.calls).isEmpty();
    home.agents.put("writer", new KnownAgent(null, List.of("sh", "-c", "exit 3"), List.of()));
    home.tick("wren");
    assertThat(home.status("wren").lastOutcome()).isEqualTo("FAILED");
  }

  @Test
  void anOrgDefinitionIsThePromptOfTheAgentItNames() {
    home.writing("defs/wren.org", "#+AGENT: writer\nWrite about birds.\n")
        .writing("lifecycle.org", "* sing\nSing /once/.\n")
        .writing(
            "fleet.org",
            "* wren\n:PROPERTIES:\n:DEF: defs/wren.org\n:LIFECYCLE: lifecycle.org\n:END:\n")
        .start();
    assertThat(home.tick("wren")).as("the usual interval").isEqualTo(Duration.ofHours(1));
    assertThat(home.calls.getFirst().agent()).isEqualTo("writer");
    assertThat(home.calls.getFirst().prompt())
        .contains("Write about birds.", "State: sing (1 of 1)", "Sing /once/.");
  }

  @Test
  void aTickByHandIsNowAndMovesTheOneNextTick() {
    home.start();
    home.tick("wren");
    home.pass(Duration.ofSeconds(10));
    var ticked =
        pulse.client().submit("agent.tick", Map.of("agent", "wren"), o -> o.topic("keeper"));
    ticked.await(Duration.ofMinutes(1));
    home.until("wren", status -> home.calls.size() == 2 && !status.running());
    var next = home.status("wren").nextRun();
    assertThat(next).isEqualTo(home.time.instant().plus(HOT));
    home.pass(Duration.ofSeconds(35)); // when the first chain would have ticked
    assertThat(home.status("wren").nextRun()).isEqualTo(next);
    home.tick("wren");
    assertThat(home.calls).hasSize(3);
  }

  @Test
  void manyTicksByHandDuringARunAreOneMore() {
    var go = new CountDownLatch(1);
    home.playing(
            _ -> {
              go.await();
              return Home.done();
            })
        .start();
    home.tickAndRun("wren");
    for (int ask = 0; ask < 20; ask++) {
      pulse
          .client()
          .submit("agent.tick", Map.of("agent", "wren"), o -> o.topic("keeper"))
          .await(Duration.ofMinutes(1));
    }
    go.countDown();
    home.until("wren", status -> home.calls.size() == 2 && !status.running());
    position("wake_add 2");
    assertThat(home.status("wren").nextRun()).isEqualTo(home.time.instant().plus(HOT));
  }

  @Test
  void anUnknownAgentIsToldAsSuch() {
    home.start();
    var job = pulse.client().submit("agent.tick", Map.of("agent", "dodo"), o -> o.topic("keeper"));
    assertThat(job.await(Duration.ofMinutes(1)).lastError()).contains("no standing agent dodo");
  }

  @Test
  void afterADispatchThoseWakeThatAskedForIt() {
    home.writing(
            "fleet.org",
            """
            * wren
            :PROPERTIES:
            :DEF: agents/writer.md
            :WAKE-ON: dispatch
            :END:
            * moss
            :PROPERTIES:
            :DEF: agents/writer.md
            :END:
            """)
        .start();
    home.tick("wren");
    var job = pulse.client().submit("agent.tick", Map.of("on", "dispatch"), o -> o.topic("keeper"));
    assertThat(job.await(Duration.ofMinutes(1)).result().text()).contains("[\"wren\"]");
    await().atMost(Home.PATIENCE).until(() -> home.calls.size() == 2);
    home.until("wren", status -> !status.running());
  }

  @Test
  void aTaskThatGoesToAnAgentWakesThemToo() {
    home.writing(
            "fleet.org",
            """
            * wren
            :PROPERTIES:
            :DEF: agents/writer.md
            :WAKE-ON: dispatch
            :END:
            """)
        .start();
    home.tick("wren");
    var client = pulse.client();
    client.statuses().put("agent", "writer", Map.of("limits", List.of()));
    client.tasks().addProject(Project.of("keeping", "kp", "/nowhere").agent("writer"));
    // The keeper may have its first look after the first dispatch, but not after each.
    await()
        .atMost(Home.PATIENCE)
        .until(
            () -> {
              String task = client.tasks().add(NewTask.of("keeping", "Something")).id();
              client.scheduler().sling(SlingOrder.of(task));
              return standing() > 1;
            });
    home.until("wren", status -> !status.running());
    client.statuses().remove("agent", "writer");
  }

  private long standing() {
    return home.calls.stream().filter(call -> !call.env().containsKey("PULSE_TASK")).count();
  }
}
