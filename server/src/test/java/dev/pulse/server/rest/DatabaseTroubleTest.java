package dev.pulse.server.rest;

import static dev.pulse.server.rest.Api.JOBS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Database;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Trouble behind the API is told plainly, and nothing of it leaks (H4). */
class DatabaseTroubleTest {
  @RegisterExtension static final Api api = new Api();

  @Test
  void aDatabaseOutOfReachIsServiceUnavailable() {
    Database database = api.connect(1);
    try (var server = new ApiServer(database)) {
      database.close();
      server.get(JOBS).refused(503, "unavailable", "the database cannot be reached; try again");
      server.post(JOBS, "{\"name\":\"j\"}").refused(503, "unavailable", "the database cannot");
      server.get("/readyz").refused(503, "not_ready", "the database does not answer");
      assertThat(server.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void aDatabaseThatDoesNotAnswerInASecondIsNotReady() {
    try (Database database = api.connect(1);
        var server = new ApiServer(database)) {
      var taken = new CountDownLatch(1);
      var free = new CountDownLatch(1);
      var holder =
          CompletableFuture.runAsync(
              () ->
                  database.call(
                      _ -> {
                        taken.countDown();
                        await(free);
                        return true;
                      }));
      await(taken);
      server.get("/readyz").refused(503, "not_ready", "the database does not answer");
      free.countDown();
      holder.join();
      assertThat(server.get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void aFaultOfOursIsToldByANumberOnly() {
    try (Database database = api.connect(1);
        var server = new ApiServer(database)) {
      api.execute("ALTER VIEW pulse.jobs RENAME TO gone");
      Reply reply = server.get(JOBS + "/01890000-0000-7000-8000-000000000000");
      reply.refused(500, "internal", "something went wrong here");
      String number = reply.error().path("details").path("request_id").asText();
      assertThat(number).isNotEmpty();
      assertThat(reply.error().path("message").asText()).endsWith(number);
      assertThat(reply.body()).doesNotContain("pulse.jobs").doesNotContain("SELECT");
    } finally {
      api.execute("ALTER VIEW pulse.gone RENAME TO jobs");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
