package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether the process is up, and whether it is of use: its database answers and it stays. */
public final class Health {
  private static final Sql PROBE = Sql.of("SELECT 1 AS one");
  private static final long PATIENCE_SECONDS = 1;

  private final Database database;
  private final Executor blocking;
  private final AtomicReference<@Nullable CompletableFuture<Long>> probing =
      new AtomicReference<>();
  private volatile boolean draining;

  public Health(Database database, Executor blocking) {
    this.database = database;
    this.blocking = blocking;
  }

  /** From now on the server says that it is going (H5), so that nobody sends it more. */
  public void drain() {
    draining = true;
  }

  List<Route> routes() {
    return List.of(Route.get("/healthz", _ -> state("up")), Route.get("/readyz", _ -> ready()));
  }

  private Answer ready() {
    if (draining) {
      throw notReady("the server is going down");
    }
    try {
      probe().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return state("ready");
    } catch (TimeoutException | ExecutionException e) {
      throw notReady("the database does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notReady("the server is going down");
    }
  }

  /** One question at a time: probes that pile up on a dead database would take its last breath. */
  private CompletableFuture<Long> probe() {
    CompletableFuture<Long> asking = probing.get();
    if (asking != null && !asking.isDone()) {
      return asking;
    }
    var fresh =
        CompletableFuture.supplyAsync(
            () ->
                database.call(
                    connection ->
                        PROBE.on(connection).first(row -> row.number("one")).orElseThrow()),
            blocking);
    probing.set(fresh);
    return fresh;
  }

  private static Answer state(String word) {
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeStringField("status", word);
          json.writeEndObject();
        });
  }

  private static Refused notReady(String why) {
    return new Refused(HttpStatus.SERVICE_UNAVAILABLE, "not_ready", why, Map.of());
  }
}
