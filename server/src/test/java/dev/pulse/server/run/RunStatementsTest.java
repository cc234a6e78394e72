package dev.pulse.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import dev.pulse.server.postgres.Statements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Postgres accepts every statement of runs, and plans those of every step by look-ups only. */
class RunStatementsTest {
  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void everyStatementIsAccepted() throws Exception {
    Map<String, Sql> statements = Statements.beside(Runs.class);
    assertThat(statements).hasSizeGreaterThan(25);
    Statements.areAccepted(shop.database(), statements);
  }

  @Test
  void noStatementOfAStepScansATable() {
    for (Sql hot :
        List.of(
            RunStore.LOCK,
            RunStore.NODES,
            RunStore.WAITS,
            RunWrites.UPDATE_RUNS,
            RunWrites.UPDATE_NODES,
            RunWrites.UPDATE_WAITS,
            NodeWork.READ,
            NodeWatcher.CONTEXTS,
            Signals.DUE,
            RunListing.WAITS)) {
      assertThat(Statements.plan(shop.database(), hot))
          .as(hot.text())
          .noneMatch(line -> line.contains("Seq Scan"))
          .noneMatch(line -> line.contains("Hash Join") || line.contains("Merge Join"));
    }
  }
}
