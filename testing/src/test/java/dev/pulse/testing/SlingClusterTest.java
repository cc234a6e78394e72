package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobRequest;
import dev.pulse.NewTask;
import dev.pulse.Outcome;
import dev.pulse.Project;
import dev.pulse.Pulse;
import dev.pulse.Sling;
import dev.pulse.SlingOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two hundred tasks, five agents at a time, and a server killed while it dispatches (G1, G6, G7).
 */
@Tag("slow")
class SlingClusterTest {
  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final int TASKS = 200;
  private static final int MOST = 5;
  private static final int OTHERS = 30;

  /** How many agents ran when one was started, by what is on record. */
  private static final String AT_ONCE =
      """
      WITH runs AS (
        SELECT a.started_at, coalesce(a.ended_at, 'infinity') AS ended_at
        FROM pulse.attempts a JOIN pulse.job j ON j.seq = a.seq WHERE j.name = 'agent')
      SELECT max(at_once) FROM (
        SELECT (SELECT count(*) FROM runs o
          WHERE o.started_at <= r.started_at AND o.ended_at > r.started_at) AS at_once
        FROM runs r) AS counted
      """;

  @Test
  void neverMoreThanFiveAgentsAndEveryTaskOnceWhoeverIsKilled() {
    var servers = new ArrayList<JavaProcess>();
    try (var cluster = new Cluster()) {
      for (int each = 0; each < 2; each++) {
        servers.add(ServerProcess.start(cluster.url(), 0, LEASE));
      }
      List<String> addresses = servers.stream().map(JavaProcess::firstLine).toList();
      try (Pulse pulse = Pulse.connect(addresses.get(1));
          Pulse runner = Pulse.connect(addresses.get(0) + "," + addresses.get(1));
          var _ =
              runner
                  .worker()
                  .topic("agents")
                  .concurrency(20)
                  .handle("agent", job -> worked())
                  .start()) {
        List<String> tasks = prepare(pulse);
        pulse.scheduler().resume();
        pulse.submitAll(
            IntStream.range(0, OTHERS)
                .mapToObj(n -> JobRequest.of("agent", Map.of(), o -> o.topic("agents")))
                .toList());
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> pulse.scheduler().status().dispatchedTotal() >= TASKS / 3);
        servers.get(0).kill();
        await()
            .atMost(Duration.ofMinutes(3))
            .until(
                () ->
                    cluster.number("SELECT count(*) FROM pulse.task WHERE status = 'closed'")
                        == tasks.size());
        await().atMost(Duration.ofMinutes(1)).until(() -> cluster.completed() == TASKS + OTHERS);
        check(cluster, pulse);
      }
    } finally {
      servers.forEach(JavaProcess::close);
    }
  }

  private static Outcome worked() throws InterruptedException {
    var never = new CountDownLatch(1);
    boolean early = never.await(200, TimeUnit.MILLISECONDS);
    return early ? Outcome.fail("early") : Outcome.done(Map.of("outcome", "DONE"));
  }

  private static List<String> prepare(Pulse pulse) {
    pulse.statuses().put("agent", "coder", Map.of("limits", List.of()));
    pulse.config().set("scheduler.max_agents", Integer.toString(MOST));
    pulse.config().set("scheduler.batch_size", "2");
    pulse.config().set("scheduler.spawn_delay", "100ms");
    pulse.config().set("scheduler.interval", "1s");
    pulse.scheduler().pause("until everything is slung");
    var tasks = new ArrayList<String>();
    for (String prefix : List.of("gt", "bd")) {
      pulse.tasks().addProject(Project.of(prefix, prefix, "/repos/" + prefix).agent("coder"));
      List<String> own =
          IntStream.range(0, TASKS / 2)
              .mapToObj(n -> pulse.tasks().add(NewTask.of(prefix, "task " + n)).id())
              .toList();
      assertThat(pulse.scheduler().sling(SlingOrder.of(own)))
          .allMatch(slung -> slung.result().equals("scheduled"));
      tasks.addAll(own);
    }
    return tasks;
  }

  private static void check(Cluster cluster, Pulse pulse) {
    assertThat(cluster.number(AT_ONCE)).as("agents at once").isLessThanOrEqualTo(MOST);
    assertThat(cluster.number("SELECT count(*) FROM pulse.job WHERE name = 'agent'"))
        .as("one job for each task, and the others")
        .isEqualTo(TASKS + OTHERS);
    List<Sling> slings =
        pulse.scheduler().history().sorted(Comparator.comparing(Sling::closedAt)).toList();
    assertThat(slings)
        .hasSize(TASKS)
        .allMatch(sling -> "completed".equals(sling.outcome()))
        .extracting(Sling::task)
        .doesNotHaveDuplicates();
    var turns = new HashMap<String, Integer>();
    for (Sling sling : slings) {
      turns.merge(sling.project(), 1, Integer::sum);
      assertThat(Math.abs(turns.getOrDefault("gt", 0) - turns.getOrDefault("bd", 0)))
          .as("projects take turns")
          .isLessThanOrEqualTo(2);
    }
    System.out.printf(
        "SlingClusterTest: %d tasks and %d other agents in %d s, at most %d at once, %d lost"
            + " attempts%n",
        TASKS,
        OTHERS,
        cluster.number(
            "SELECT extract(epoch FROM max(ended_at) - min(started_at))::int8 FROM pulse.attempts"),
        cluster.number(AT_ONCE),
        cluster.number("SELECT count(*) FROM pulse.attempts WHERE outcome = 'LOST'"));
  }
}
