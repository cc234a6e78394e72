package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Pulse;
import dev.pulse.Sling;
import dev.pulse.SlingOrder;
import dev.pulse.TaskFilter;
import dev.pulse.testing.EmbeddedPulse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred tasks, real runner, real repositories (issue: never two hundred agents; G1, G6). */
@Tag("slow")
class SlingDayTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int MOST = 5;

  @TempDir Path home;

  @Test
  void twoHundredTasksNeverStartMoreThanFiveAgents() throws Exception {
    var village = new Village(home);
    try (var server = EmbeddedPulse.start()) {
      Pulse pulse = server.client();
      configure(pulse);
      var parts = new ArrayList<Runnable>();
      parts.add(Part.runner(pulse, home));
      parts.add(Part.relay(pulse, home));
      try {
        long began = System.nanoTime();
        var tasks = new ArrayList<>(village.project(pulse, "north", 100));
        tasks.addAll(village.project(pulse, "south", 100));
        await().atMost(SOON).until(() -> pulse.statuses().find("agent", "quick").isPresent());
        assertThat(pulse.scheduler().sling(SlingOrder.of(tasks)))
            .extracting(one -> one.result())
            .containsOnly("scheduled");
        for (int plan = 0; plan < 4; plan++) {
          village.plan("plan" + plan, 5);
        }
        await()
            .atMost(Duration.ofMinutes(6))
            .pollInterval(Duration.ofMillis(500))
            .until(() -> open(pulse) == 0 && village.plansAreDone());
        System.out.printf(
            "SlingDayTest: 200 tasks and 20 components in %d s%n",
            (System.nanoTime() - began) / 1_000_000_000);
      } finally {
        parts.reversed().forEach(Runnable::run);
      }
      assertThat(village.mostAtWork()).isLessThanOrEqualTo(MOST).isGreaterThan(1);
      assertThat(Village.mostRunning(pulse)).isLessThanOrEqualTo(MOST).isGreaterThan(1);
      assertThat(village.starts()).hasSize(200).doesNotHaveDuplicates();
      assertThat(village.merged("north")).hasSize(100);
      assertThat(village.merged("south")).hasSize(100);
      assertFair(pulse);
    }
  }

  /** Neither project waits for the other, and within one it is first come, first served. */
  private static void assertFair(Pulse pulse) {
    List<Sling> order;
    try (var slings = pulse.scheduler().history()) {
      order = slings.sorted((a, b) -> a.closedAt().compareTo(b.closedAt())).toList();
    }
    for (String project : List.of("north", "south")) {
      List<String> own =
          order.stream().filter(s -> s.project().equals(project)).map(Sling::task).toList();
      assertThat(own)
          .containsExactlyElementsOf(
              IntStream.range(0, 100).mapToObj(n -> project + "-" + n).toList());
      long early = order.subList(0, 100).stream().filter(s -> s.project().equals(project)).count();
      assertThat(early).as(project + " among the first hundred").isBetween(40L, 60L);
    }
  }

  @Test
  void aServerKilledDuringDispatchLosesNothingAndDoublesNothing() throws Exception {
    var village = new Village(home.resolve("runner"));
    int port = ServerProcess.freePort();
    Process process = ServerProcess.start(home.resolve("server"), port);
    try (Pulse pulse = Pulse.connect("127.0.0.1:" + port)) {
      configure(pulse);
      Runnable runner = Part.runner(pulse, home.resolve("runner"));
      try {
        List<String> tasks = village.project(pulse, "west", 40);
        await().atMost(SOON).until(() -> pulse.statuses().find("agent", "quick").isPresent());
        pulse.scheduler().sling(SlingOrder.of(tasks));
        for (int kill = 1; kill <= 4; kill++) {
          int begun = village.starts().size();
          await()
              .atMost(Duration.ofMinutes(1))
              .pollInterval(Duration.ofMillis(20))
              .until(() -> village.starts().size() >= Math.min(40, begun + 3));
          process.destroyForcibly().waitFor();
          process = ServerProcess.start(home.resolve("server"), port);
        }
        await()
            .atMost(Duration.ofMinutes(3))
            .ignoreExceptions()
            .pollInterval(Duration.ofMillis(200))
            .until(() -> open(pulse) == 0);
        try (var slings = pulse.scheduler().history()) {
          assertThat(slings.toList())
              .hasSize(40)
              .allSatisfy(sling -> assertThat(sling.outcome()).isEqualTo("completed"));
        }
      } finally {
        runner.run();
      }
    } finally {
      process.destroyForcibly().waitFor();
      ServerProcess.stopPostgres(home.resolve("server"));
    }
    assertThat(village.starts()).hasSize(40).doesNotHaveDuplicates();
    assertThat(village.merged("west")).hasSize(40);
    assertThat(village.mostAtWork()).isLessThanOrEqualTo(MOST);
  }

  private static void configure(Pulse pulse) {
    pulse.config().set("scheduler.max_agents", "5");
    pulse.config().set("scheduler.batch_size", "2");
    pulse.config().set("scheduler.spawn_delay", "100ms");
  }

  private static long open(Pulse pulse) {
    try (var tasks = pulse.tasks().list(TaskFilter.unfinished())) {
      return tasks.count();
    }
  }
}
