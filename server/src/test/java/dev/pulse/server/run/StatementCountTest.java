package dev.pulse.server.run;

import static dev.pulse.server.run.Workshop.awaiting;
import static dev.pulse.server.run.Workshop.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Watcher;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a step of a run costs in statements, as docs/learn/runs.md tells it. */
class StatementCountTest {
  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void theEndOfANodeCostsEightStatementsForAnyNumberOfRuns() {
    assertThat(statementsToEnd(1)).isEqualTo(8);
    assertThat(statementsToEnd(50)).isEqualTo(8);
  }

  /** What the run's side does when so many first nodes end in one batch. */
  private static int statementsToEnd(int runs) {
    var ended = new ArrayList<Watcher.Ended>();
    for (int each = 0; each < runs; each++) {
      UUID run = shop.chain(job("a"), job("b"));
      var origin = new NewJob.Origin(null, run, "a");
      ended.add(
          new Watcher.Ended(
              new Watcher.Watched(shop.node(run, "a").jobId(), origin),
              new Outcome.Succeeded("1"),
              JobStatus.COMPLETED,
              null,
              null));
    }
    var store = new RunStore(shop.jobs(), _ -> {});
    var watcher = new NodeWatcher(shop.database(), store, null);
    var counted = new ArrayList<String>();
    shop.database()
        .transact(
            connection -> {
              watcher.ended(counting(connection, counted), ended);
              return null;
            });
    assertThat(shop.claim(200).stream().map(Assignment::name)).contains("b");
    shop.beforeEach(null);
    return counted.size();
  }

  @Test
  void aDeliveryCostsTenStatements() {
    UUID run = shop.chain(awaiting("gate", "go"), job("b"));
    var store = new RunStore(shop.jobs(), _ -> {});
    var counted = new ArrayList<String>();
    shop.database()
        .transact(
            connection -> {
              Connection counting = counting(connection, counted);
              RunState state = store.lock(counting, run, RunStore.Waits.ALL);
              var delivery = new Delivery("go", "1", null, null, Workshop.ANN);
              state.deliver(state.pending("go").orElseThrow(), delivery);
              store.save(counting, List.of(state));
              return null;
            });
    assertThat(counted).hasSize(10);
  }

  private static Connection counting(Connection real, List<String> counted) {
    return (Connection)
        Proxy.newProxyInstance(
            StatementCountTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                counted.add((String) arguments[0]);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
