package dev.pulse.server.sling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import dev.pulse.server.postgres.Statements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Postgres accepts every statement of slings, and plans those of a cycle by look-ups only. */
class SlingStatementsTest {
  @RegisterExtension static final Town town = new Town();

  @Test
  void everyStatementIsAccepted() throws Exception {
    Map<String, Sql> statements = Statements.beside(Slings.class);
    assertThat(statements).hasSizeGreaterThan(40);
    Statements.areAccepted(town.database(), statements);
  }

  @Test
  void whatACycleDoesIsLookedUp() {
    for (Sql hot :
        List.of(
            Work.LOCK,
            Dispatching.CLOSE,
            Dispatching.FAIL,
            DispatchCycle.DUE,
            SlingWatcher.ENDED,
            Blocking.LOCK,
            Blocking.SETTLE,
            Scheduling.HOLD)) {
      assertThat(Statements.plan(town.database(), hot))
          .as(hot.text())
          .noneMatch(line -> line.contains("Seq Scan") && !line.contains("scheduler_cycle"))
          .noneMatch(line -> line.contains("Hash Join") || line.contains("Merge Join"));
    }
    assertThat(Statements.plan(town.database(), DispatchCycle.LINES))
        .anyMatch(line -> line.contains("sling_ready"));
  }
}
