package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  /** {@code pulse worker} in a thread, stopped as Ctrl-C would. */
  private static final class RunningWorker implements AutoCloseable {
    private final CompletableFuture<Typed.Answer> answer = new CompletableFuture<>();
    private final Thread thread;

    RunningWorker(String topic, String... options) {
      List<String> words = new ArrayList<>(List.of("worker", "--topic", topic));
      words.addAll(List.of(options));
      thread =
          Thread.ofPlatform()
              .start(
                  () ->
                      answer.complete(
                          Typed.at(server.address()).run(words.toArray(String[]::new))));
    }

    Typed.Answer stop() {
      thread.interrupt();
      return answer.join();
    }

    @Override
    public void close() {
      stop();
    }
  }

  private static JobHandle submit(String name, String topic, String args) {
    return server
        .client()
        .submit(name, Json.of(args), options -> options.topic(topic).maxAttempts(1));
  }

  @Test
  void theCommandGetsTheArgsOnStdinAndSaysTheResultInJson() {
    try (var _ = new RunningWorker("worker-json", "--handle", "echo=cat")) {
      String exact = "{\"b\": 12345678901234567890, \"a\": \"ü\"}";
      Job job = submit("echo", "worker-json", exact).await(SOON);
      assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(job.result().text()).isEqualTo(exact);
    }
  }

  @Test
  void whatIsNotJsonIsAString() {
    try (var _ =
        new RunningWorker("worker-text", "--handle", "say=printf 'two \"words\"\\nand a=b\\n'")) {
      JobHandle handle = submit("say", "worker-text", "{}");
      assertThat(handle.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(handle.result(String.class)).contains("two \"words\"\nand a=b");
    }
  }

  @Test
  void silenceIsNoResult() {
    try (var _ = new RunningWorker("worker-silent", "--handle", "quiet=true")) {
      Job job = submit("quiet", "worker-silent", "{}").await(SOON);
      assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(job.result()).isNull();
    }
  }

  @Test
  void theCommandKnowsItsJobAndAttempt() {
    try (var _ =
        new RunningWorker("worker-env", "--handle", "who=echo \"$PULSE_JOB_ID $PULSE_ATTEMPT\"")) {
      JobHandle handle = submit("who", "worker-env", "{}");
      handle.await(SOON);
      assertThat(handle.result(String.class)).contains(handle.id() + " 1");
    }
  }

  @Test
  void anyOtherExitIsAFailureWithTheEndOfStderr() {
    try (var _ =
        new RunningWorker(
            "worker-fail",
            "--handle",
            "fail=echo first >&2; echo 'no ink' >&2; exit 3",
            "--handle",
            "chatty=head -c 10485760 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; exit 1",
            "--handle",
            "gone=/nonexistent/command")) {
      assertThat(submit("fail", "worker-fail", "{}").await(SOON).lastError())
          .isEqualTo("exit 3: first\nno ink");
      Job chatty = submit("chatty", "worker-fail", "{}").await(SOON);
      assertThat(chatty.lastError()).startsWith("exit 1: …").endsWith("last").hasSizeLessThan(4000);
      assertThat(submit("gone", "worker-fail", "{}").await(SOON).lastError())
          .startsWith("exit 127: ")
          .contains("/nonexistent/command");
    }
  }

  @Test
  void exit75PutsTheJobOffAndCostsNoAttempt() {
    try (var _ =
        new RunningWorker("worker-snooze", "--snooze", "2h", "--handle", "later=exit 75")) {
      JobHandle handle = submit("later", "worker-snooze", "{}");
      await().atMost(SOON).until(() -> handle.get().status() == JobStatus.SCHEDULED);
      Job job = handle.get();
      assertThat(job.attempts()).isZero();
      assertThat(job.nextRunAt()).isAfter(job.submittedAt().plus(Duration.ofMinutes(110)));
    }
  }

  @Test
  void tenMegabytesOfOutputAreCutAndTheJobIsDone() {
    try (var _ =
        new RunningWorker(
            "worker-huge", "--handle", "huge=head -c 10485760 /dev/zero | tr '\\0' x")) {
      JobHandle handle = submit("huge", "worker-huge", "{}");
      assertThat(handle.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
      String result = handle.result(String.class).orElseThrow();
      assertThat(result).startsWith("xxx").endsWith("… [cut, 10485760 bytes in all]");
      assertThat(result.length()).isLessThan(200_000);
    }
  }

  @Test
  void argsThatNobodyReadsAreNoTrouble() {
    try (var _ = new RunningWorker("worker-deaf", "--handle", "deaf=exec 0<&-; echo 1")) {
      Job job = submit("deaf", "worker-deaf", "\"" + "x".repeat(500_000) + "\"").await(SOON);
      assertThat(job.result().text()).isEqualTo("1");
    }
  }

  @Test
  void cancelKillsTheWholeTreeEvenWhatDoesNotListen(@TempDir Path folder) throws Exception {
    Path pid = folder.resolve("pid");
    String stubborn =
        "tree=sh -c 'trap \"\" TERM; echo $$ > %1$s.new; mv %1$s.new %1$s; while :; do sleep 1000;"
                .formatted(pid)
            + " done' & wait";
    try (var _ = new RunningWorker("worker-cancel", "--grace", "200ms", "--handle", stubborn)) {
      JobHandle handle = submit("tree", "worker-cancel", "{}");
      await().atMost(SOON).until(() -> Files.exists(pid));
      ProcessHandle grandchild =
          ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
      handle.cancel();
      await().atMost(SOON).until(() -> !grandchild.isAlive());
      assertThat(handle.get().status()).isEqualTo(JobStatus.CANCELED);
    }
  }

  /** Whether it ends before its pipes are read, or while we wait at them, or ignores the signal. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 1000 & echo $! > %s; echo done",
        "sleep 1000 & echo $! > %s; echo done; sleep 0.3",
        "trap '' TERM; sleep 1000 & echo $! > %s; echo done; sleep 0.3"
      })
  void whatACommandLeavesBehindEndsWithItsJob(String command, @TempDir Path folder)
      throws Exception {
    Path pid = folder.resolve("pid");
    String topic = "worker-leave-" + folder.getFileName();
    String handle = "leave=" + command.formatted(pid);
    try (var _ = new RunningWorker(topic, "--grace", "200ms", "--handle", handle)) {
      JobHandle job = submit("leave", topic, "{}");
      assertThat(job.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(job.result(String.class)).contains("done");
      long left = Long.parseLong(Files.readString(pid).strip());
      await()
          .atMost(SOON)
          .until(() -> ProcessHandle.of(left).filter(ProcessHandle::isAlive).isEmpty());
    }
  }

  @Test
  void aWorkerThatLeavesHandsBackWhatItHadToStop(@TempDir Path folder) {
    Path started = folder.resolve("started");
    var worker =
        new RunningWorker(
            "worker-leaves",
            "--drain",
            "100ms",
            "--handle",
            "long=touch %s; sleep 1000".formatted(started));
    JobHandle handle = submit("long", "worker-leaves", "{}");
    await().atMost(SOON).until(() -> Files.exists(started));
    assertThat(worker.stop().exit()).isZero();
    assertThat(handle.get().status()).isIn(JobStatus.PENDING, JobStatus.SCHEDULED);
    assertThat(handle.get().attempts()).isZero();
  }

  @Test
  void itSaysWhatItTakes() {
    try (var worker =
        new RunningWorker("worker-says", "--json", "--name", "w7", "--handle", "a=true")) {
      submit("a", "worker-says", "{}").await(SOON);
      Typed.Answer answer = worker.stop();
      assertThat(answer.exit()).isZero();
      assertThat(answer.json().path("worker").asText()).isEqualTo("w7");
      assertThat(answer.json().path("topics").get(0).asText()).isEqualTo("worker-says");
      assertThat(answer.json().path("handlers").get(0).asText()).isEqualTo("a");
    }
  }
}
