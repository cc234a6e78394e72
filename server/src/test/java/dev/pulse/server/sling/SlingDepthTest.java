package dev.pulse.server.sling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cycle among a hundred thousand open slings, nearly all of them blocked (G6). */
@Tag("slow")
class SlingDepthTest {
  @RegisterExtension static final Town town = new Town();

  @Test
  void aCycleDoesNotWalkWhatIsBlocked() {
    town.set("max_agents", 100);
    town.set("batch_size", 10);
    town.task("gt-hub");
    town.execute(
        """
        INSERT INTO pulse.task (id, type, status, title)
        SELECT 'gt-n' || n, 'task', 'open', 'number ' || n FROM generate_series(1, 100000) n;
        INSERT INTO pulse.task_dependency
        SELECT 'gt-n' || n, 'gt-hub' FROM generate_series(1, 99000) n;
        INSERT INTO pulse.sling (id, blocked, no_merge, owned, merge, task, project, agent,
          enqueued_by, vars, prompt)
        SELECT pulse.uuid7(), n <= 99000, false, false, 'direct', 'gt-n' || n, 'gastown', 'coder',
          'test', '{}', 'do it' FROM generate_series(1, 100000) n;
        ANALYZE pulse.sling; ANALYZE pulse.task; ANALYZE pulse.task_dependency;
        """);
    assertThat(town.slings().status().ready()).isEqualTo(1000);
    town.slings().dryRun(); // what is compiled and planned once is not the cycle's
    long began = System.nanoTime();
    Cycle cycle = town.slings().run();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(cycle.dispatched()).isEqualTo(10);
    assertThat(took).isLessThan(Duration.ofSeconds(1));
    long closing = System.nanoTime();
    town.slings().close("gt-hub", "by hand");
    Duration closed = Duration.ofNanos(System.nanoTime() - closing);
    assertThat(town.slings().status().ready()).isEqualTo(99_990);
    System.out.printf(
        "SlingDepthTest: a cycle of 10 among 100000 open slings, 99000 of them blocked: %d ms;"
            + " closing what blocked them: %d ms%n",
        took.toMillis(), closed.toMillis());
  }
}
