package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.agents.keeper.AgentStatus.Trouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A fleet that is edited while it is at work (K1). */
class FleetReloadTest {
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
  }

  private static String agent(String name) {
    return "* %s\n:PROPERTIES:\n:DEF: agents/writer.md\n:INTERVAL: 10m\n:END:\n".formatted(name);
  }

  private Home fleet(String... agents) {
    var text = new StringBuilder();
    List.of(agents).forEach(name -> text.append(agent(name)));
    return home.writing("fleet.org", text.toString());
  }

  private List<String> names() {
    return home.keeper().status().stream().map(AgentStatus::name).toList();
  }

  private Duration next(String agent) {
    return Duration.between(home.time.instant(), home.status(agent).nextRun());
  }

  @Test
  void firstTicksAreHalfAMinuteApart() {
    home.playing(_ -> Home.noWork());
    fleet("wren", "moss", "finch", "rook").start();
    home.until("wren", status -> status.lastOutcome() != null);
    assertThat(next("moss")).isEqualTo(Duration.ofSeconds(30));
    assertThat(next("finch")).isEqualTo(Duration.ofSeconds(60));
    assertThat(next("rook")).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void agentsComeAndGoAndTheOthersNoticeNothing() {
    fleet("wren", "moss").start();
    home.tick("wren");
    var next = home.status("wren").nextRun();
    fleet("wren", "moss", "finch");
    home.until("finch", status -> status.lastOutcome() != null);
    fleet("wren", "finch");
    await().atMost(Home.PATIENCE).until(() -> names().equals(List.of("wren", "finch")));
    assertThat(home.status("wren").nextRun()).isEqualTo(next);
  }

  @Test
  void aRenamedAgentIsAnotherOneAndTheOldOneEndsItsRun() {
    var go = new CountDownLatch(1);
    home.playing(
        _ -> {
          go.await();
          return Home.done();
        });
    fleet("wren").start();
    home.tickAndRun("wren");
    fleet("robin");
    await().atMost(Home.PATIENCE).until(() -> home.calls.size() == 2);
    go.countDown();
    await().atMost(Home.PATIENCE).until(() -> names().equals(List.of("robin")));
    assertThat(home.small("wren", "keeper-run")).as("its outcome was entered").isEmpty();
    home.until("robin", status -> "DONE".equals(status.lastOutcome()));
  }

  @Test
  void whoeverComesBackDuringItsRunGoesOnWithIt() {
    var go = new CountDownLatch(1);
    home.playing(
        _ -> {
          go.await();
          return Home.done();
        });
    fleet("wren", "moss").start();
    home.tickAndRun("wren");
    fleet("moss");
    fleet("moss", "finch"); // seen for certain, because finch comes
    await().atMost(Home.PATIENCE).until(() -> names().contains("finch"));
    fleet("moss", "finch", "wren", "rook");
    await()
        .atMost(Home.PATIENCE)
        .until(() -> names().contains("rook")); // and so wren, before its run may end
    go.countDown();
    home.until("wren", status -> "DONE".equals(status.lastOutcome()) && !status.running());
    assertThat(home.calls).filteredOn(call -> call.preamble().contains("agent wren")).hasSize(1);
  }

  @Test
  void aBrokenHeadingLeavesItsAgentAsItWasAndTheOthersAlone() {
    fleet("wren", "moss").start();
    home.tick("wren");
    home.writing(
        "fleet.org", agent("wren").replace("10m", "soon") + agent("moss").replace("10m", "20m"));
    home.until("wren", status -> !status.troubles().isEmpty());
    assertThat(home.status("wren").troubles())
        .containsExactly(
            new Trouble(
                "fleet.org", 4, "INTERVAL is a time such as 45s, 10m or 1h30m, not 'soon'"));
    assertThat(home.tick("wren")).as("in force").isEqualTo(Duration.ofMinutes(10));
    home.until("moss", status -> Duration.ofMinutes(20).equals(status.interval()));
    assertThat(home.status("moss").troubles()).isEmpty();
    fleet("wren", "moss");
    home.until("wren", status -> status.troubles().isEmpty());
  }

  @Test
  void aFleetThatIsBrokenFromTheStartRunsWhatIsSound() {
    home.writing("fleet.org", "* Two words\n* bare\n" + agent("wren")).start();
    home.until("wren", status -> "DONE".equals(status.lastOutcome()));
    assertThat(home.keeper().troubles()).extracting(Trouble::line).containsExactly(1);
    assertThat(home.status("bare").troubles())
        .containsExactly(new Trouble("fleet.org", 2, "bare has no :DEF:"));
    assertThat(home.status("bare").nextRun()).isNull();
  }

  @Test
  void aFleetThatIsGoneIsMissedAndNobodyStops() throws Exception {
    fleet("wren").start();
    home.tick("wren");
    Files.delete(folder.resolve("fleet.org"));
    await().atMost(Home.PATIENCE).until(() -> !home.keeper().troubles().isEmpty());
    assertThat(home.keeper().troubles())
        .containsExactly(new Trouble("fleet.org", 1, "there is no such file"));
    home.tick("wren");
    assertThat(home.calls).hasSize(2);
    home.writing("fleet.org", "");
    await().atMost(Home.PATIENCE).until(() -> names().isEmpty());
    assertThat(home.keeper().troubles()).isEmpty();
  }

  @Test
  void anUnknownAgentIsAProblemOfItsFileAndHealsByItself() {
    fleet("wren");
    home.agents.remove("writer");
    home.start();
    assertThat(home.status("wren").troubles())
        .containsExactly(
            new Trouble("agents/writer.md", 1, "there is no agent 'writer' in agents/"));
    home.until("wren", status -> status.lastRun() != null && !status.running());
    assertThat(home.calls).isEmpty();
    home.agents.put("writer", new KnownAgent(null, List.of(), List.of()));
    home.writing("agents/writer.md", "---\n---\n");
    home.until("wren", status -> status.troubles().isEmpty());
    home.pass(Duration.ofMinutes(10));
    await().atMost(Home.PATIENCE).until(() -> home.calls.size() == 1);
  }

  @Test
  void anotherIntervalCountsFromTheLastTick() {
    fleet("wren").start();
    home.tick("wren");
    home.pass(Duration.ofMinutes(2));
    home.writing("fleet.org", agent("wren").replace("10m", "5m"));
    home.until("wren", status -> Duration.ofMinutes(5).equals(status.interval()));
    assertThat(next("wren")).isEqualTo(Duration.ofMinutes(3));
  }
}
