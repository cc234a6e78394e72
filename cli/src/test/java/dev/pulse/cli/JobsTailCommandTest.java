package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.JobHandle;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(180)
class JobsTailCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private static Typed.Answer tail(String... words) {
    var all = new String[words.length + 2];
    all[0] = "jobs";
    all[1] = "tail";
    System.arraycopy(words, 0, all, 2, words.length);
    return Typed.at(server.address()).run(all);
  }

  @Test
  void aLogIsFollowedToItsEnd() throws Exception {
    var gate = new CountDownLatch(1);
    try (Worker _ =
        server
            .client()
            .worker()
            .topic("tail")
            .handle(
                "talk",
                job -> {
                  job.log("one");
                  gate.await();
                  job.log("\u001b[31mred");
                  return Outcome.fail("so");
                })
            .start()) {
      JobHandle handle =
          server.client().submit("talk", null, options -> options.topic("tail").maxAttempts(1));
      String id = handle.id().toString();
      var following = CompletableFuture.supplyAsync(() -> tail(id));
      gate.countDown();
      assertThat(following.join().exit()).isZero();
      assertThat(following.join().out()).isEqualTo("one\n\uFFFD[31mred\n");
      handle.await(SOON);
      assertThat(tail(id, "--no-follow", "--attempt", "1").out()).hasLineCount(2);
      assertThat(tail(id, "--json").out().lines())
          .containsExactly("{\"line\":\"one\"}", "{\"line\":\"\\u001B[31mred\"}");
      assertThat(tail(id, "--attempt", "2").exit()).isEqualTo(3);
    }
  }

  @Test
  void whatIsWrongIsToldInOneLine() {
    String id = server.client().submit("nobody").id().toString();
    assertThat(tail(id, "--no-follow").out()).isEmpty();
    assertThat(tail(id, "--no-follow").exit()).isZero();
    assertThat(tail(id, "--attempt", "0").exit()).isEqualTo(2);
    assertThat(tail(id, "--attempt", "x").exit()).isEqualTo(2);
    var unknown = tail(UUID.randomUUID().toString());
    assertThat(unknown.exit()).isEqualTo(3);
    assertThat(unknown.err()).startsWith("pulse: there is no job").hasLineCount(1);
  }
}
