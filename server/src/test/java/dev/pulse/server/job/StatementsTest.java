package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import dev.pulse.server.postgres.Statements;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Postgres accepts every statement of the kernel, and plans the hot ones by look-ups only. */
class StatementsTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void everyStatementIsAccepted() throws Exception {
    Map<String, Sql> statements = Statements.beside(Jobs.class);
    for (Listing listing : Listing.values()) {
      statements.put("Listing." + listing, listing.sql);
      statements.put("Listing.edge." + listing, listing.edge);
    }
    assertThat(statements).hasSizeGreaterThan(25);
    Statements.areAccepted(kernel.database(), statements);
  }

  @Test
  void theHotStatementsNeverScanATable() {
    for (Sql hot :
        List.of(
            Claims.CLAIM_ONE,
            Claims.CLAIM_EACH,
            Reports.COMPLETE,
            Reports.COMPLETE_PLAIN,
            Submissions.INSERT,
            PlainJobs.QUEUE,
            PlainJobs.LEND,
            AlikeJobs.QUEUE,
            AlikeJobs.LEND,
            LoneJob.QUEUE,
            LoneJob.LEND,
            Promotion.PROMOTE,
            GatedClaims.HEADS,
            GatedClaims.TAKE,
            Passage.THROUGH)) {
      assertThat(Statements.plan(kernel.database(), hot))
          .noneMatch(line -> line.contains("Seq Scan"));
    }
  }

  /** What is looked up for a batch is found by one pass, whatever the statistics say. */
  @Test
  void aBatchIsNeverComparedWithItself() {
    for (int jobs : new int[] {0, 1, 1000}) {
      kernel.jobs().submit(Collections.nCopies(jobs, NewJob.named("noop")));
      kernel.execute("VACUUM ANALYZE pulse.job, pulse.ready, pulse.running");
      for (Sql claim : List.of(Claims.CLAIM_ONE, Claims.CLAIM_EACH, Passage.THROUGH)) {
        assertThat(Statements.plan(kernel.database(), claim))
            .anyMatch(line -> line.contains("Full Join"))
            .noneMatch(line -> line.contains("Join Filter"));
      }
      assertThat(Statements.plan(kernel.database(), Reports.COMPLETE))
          .anyMatch(line -> line.contains("Index Scan using running_pkey"))
          .noneMatch(line -> line.contains("Join Filter"));
    }
  }

  /** However few keys were held when it was planned, it will not walk over those held later. */
  @Test
  void aKeyIsFoundByItself() {
    kernel.execute("VACUUM ANALYZE pulse.held_key");
    for (Sql freeing : List.of(Reports.COMPLETE, Moves.MOVE, Cancellations.CANCEL_WAITING)) {
      assertThat(Statements.plan(kernel.database(), freeing))
          .anyMatch(line -> line.contains("Index Cond: (unique_key = ANY"));
    }
  }
}
