package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class SubmitCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @Test
  void theIdIsAllItSays() {
    var answer = Typed.at(server.address()).run("submit", "greet", "--topic", "submit-id");
    assertThat(answer.exit()).isZero();
    assertThat(answer.err()).isEmpty();
    Job job = server.client().job(UUID.fromString(answer.out().strip()));
    assertThat(job.name()).isEqualTo("greet");
    assertThat(job.args().text()).isEqualTo("{}");
  }

  @Test
  void everyOptionArrives() {
    UUID id = UUID.randomUUID();
    var answer =
        Typed.at(server.address())
            .run(
                "submit",
                "greet",
                "--json",
                "--topic",
                "submit-all",
                "--priority",
                "-7",
                "--at",
                "2100-01-31T09:30:00+02:00",
                "--max-attempts",
                "3",
                "--unique-key",
                "k1",
                "--limit",
                "a",
                "--limit",
                "b,c",
                "--id",
                id.toString(),
                "--args",
                "[1, 2]");
    assertThat(answer.json().path("id").asText()).isEqualTo(id.toString());
    assertThat(answer.json().path("existing").asBoolean()).isFalse();
    Job job = server.client().job(id);
    assertThat(job.priority()).isEqualTo(-7);
    assertThat(job.nextRunAt()).isEqualTo(Instant.parse("2100-01-31T07:30:00Z"));
    assertThat(job.maxAttempts()).isEqualTo(3);
    assertThat(job.uniqueKey()).isEqualTo("k1");
    assertThat(job.limits()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(job.args().text()).isEqualTo("[1, 2]");
  }

  @Test
  void theSameIdAgainIsANoOp() {
    String id = UUID.randomUUID().toString();
    var typed = Typed.at(server.address());
    typed.run("submit", "greet", "--topic", "submit-again", "--id", id);
    var again = typed.run("submit", "greet", "--topic", "submit-again", "--id", id, "--json");
    assertThat(again.json().path("existing").asBoolean()).isTrue();
  }

  @Test
  void aDelayedJobIsScheduled() {
    var answer =
        Typed.at(server.address())
            .run("submit", "greet", "--topic", "submit-late", "--delay", "1h30m");
    Job job = server.client().job(UUID.fromString(answer.out().strip()));
    assertThat(job.status()).isEqualTo(JobStatus.SCHEDULED);
    assertThat(job.nextRunAt()).isAfter(Instant.now().plusSeconds(5000));
  }

  @Test
  void argsComeFromAFileOrFromStdinToTheLetter(@TempDir Path folder) throws Exception {
    String exact = "{ \"n\": 12345678901234567890123, \"ä\":1e400 }";
    Path file = Files.writeString(folder.resolve("args.json"), exact + "\n");
    var typed = Typed.at(server.address());
    var fromFile = typed.run("submit", "greet", "--topic", "submit-args", "--args", "@" + file);
    var fromStdin =
        typed.typing(exact).run("submit", "greet", "--topic", "submit-args", "--args", "-");
    for (var answer : new Typed.Answer[] {fromFile, fromStdin}) {
      Job job = server.client().job(UUID.fromString(answer.out().strip()));
      assertThat(job.args().text()).isEqualTo(exact);
    }
  }

  @Test
  void whoeverWaitsIsToldWhatFor() throws Exception {
    var seen = new StringWriter();
    var typed = Typed.at(server.address()).onTerminal(60, false);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answer =
          threads.submit(() -> typed.run(seen, "submit", "late", "--topic", "late-one", "--wait"));
      await().atMost(SOON).until(() -> seen.toString().matches("(?s).*PENDING.*No worker.*"));
      assertThat(seen.toString().split("\r"))
          .allMatch(line -> line.length() < 60 + "\u001b[K".length());
      try (Worker _ =
          server.client().worker().topic("late-one").handle("late", _ -> Outcome.done(1)).start()) {
        assertThat(answer.get().exit()).isZero();
      }
    }
  }

  @Test
  void waitingEndsWithTheResultOrWithExitOne() {
    try (Worker _ =
        server
            .client()
            .worker()
            .topic("submit-wait")
            .handle("good", job -> Outcome.done(42))
            .handle("bad", job -> Outcome.failForGood("no\nway"))
            .start()) {
      var typed = Typed.at(server.address());
      var good = typed.run("submit", "good", "--topic", "submit-wait", "--wait");
      assertThat(good.exit()).isZero();
      assertThat(good.out()).contains("COMPLETED").endsWith("42\n");
      var bad = typed.run("submit", "bad", "--topic", "submit-wait", "--wait", "--json");
      assertThat(bad.exit()).isEqualTo(1);
      assertThat(bad.json().path("status").asText()).isEqualTo("DEAD_LETTERED");
      assertThat(bad.err()).contains("no way").hasLineCount(1);
    }
  }
}
