package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.agents.registry.Agents;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agent jobs on a real server, run by real processes (A2–A7). */
@Timeout(180)
class RunnerTest {
  private static EmbeddedPulse pulse;

  @TempDir Path folder;
  private Bench bench;

  @BeforeAll
  static void startServer() {
    pulse = EmbeddedPulse.start();
  }

  @AfterAll
  static void stopServer() {
    pulse.close();
  }

  @BeforeEach
  void prepare() throws IOException {
    bench = new Bench(folder, pulse.client());
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  @Test
  void aProgramGetsExactlyThePromptAndItsContext() throws IOException {
    bench
        .agent(
            "plain",
            """
            command: [sh, -c, 'cat; echo " $PULSE_AGENT $PULSE_PLAN $MINE"; pwd; env >&2']
            env: {MINE: yes}""")
        .start(1);
    JobHandle handle =
        bench.submit(
            "plain", "the prompt", Map.of("env", Map.of("PULSE_PLAN", "p.md"), "preamble", "no"));
    Job job = bench.ended(handle);
    assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
    JsonNode result = Bench.result(job);
    assertThat(result.path("outcome").asText()).isEqualTo("DONE");
    assertThat(result.path("output").asText())
        .isEqualTo("the prompt plain p.md yes\n" + bench.home.resolve("work/plain"));
    assertThat(result.path("exit_code").asInt(-1)).isZero();
    assertThat(result.path("duration_ms").asLong(-1)).isNotNegative();
    assertThat(result.has("session")).isFalse();
    assertThat(Files.readString(bench.log(handle, 1)))
        .contains("the prompt", "PULSE_ATTEMPT=1", "PULSE_JOB_ID=" + handle.id());
    assertThat(pulse.client().log(handle.id())).contains("the prompt plain p.md yes\n");
  }

  @Test
  void whatClaudeTellsIsRecorded() throws IOException {
    bench.agent("coder", "description: codes").storyteller("claude", "claude-success", 0).start(1);
    Job job = bench.ended(bench.submit("coder", "do it", Map.of("preamble", "Earlier: x")));
    JsonNode result = Bench.result(job);
    assertThat(result.path("outcome").asText()).isEqualTo("DONE");
    assertThat(result.path("output").asText()).isEqualTo("All done.");
    assertThat(result.path("session").asText()).isEqualTo("5e5510a0-0000-4000-8000-000000000001");
    assertThat(result.path("turns").asInt()).isEqualTo(2);
    assertThat(result.path("input_tokens").asLong()).isEqualTo(1130);
    assertThat(result.path("output_tokens").asLong()).isEqualTo(12);
    assertThat(result.path("cost_usd").decimalValue()).isEqualByComparingTo("0.0123");
    assertThat(bench.heard("claude")).isEqualTo("Earlier: x\n\ndo it");
    assertThat(bench.watched.toString()).contains("→ Read").doesNotContain("session_id");
  }

  @Test
  void aLimitParksTheAccountAndCostsNoAttempt() throws IOException {
    bench
        .agent("coder", "limits: [team-account]")
        .agent("other", "limits: [team-account]")
        .storyteller("claude", "claude-429", 1)
        .start(1);
    JobHandle first = bench.submit("coder", "do it");
    bench.awaitStatus(first, JobStatus.SCHEDULED);
    Job job = pulse.client().job(first.id());
    assertThat(job.attempts()).isZero();
    assertThat(job.nextRunAt())
        .isBetween(Instant.now().plusSeconds(30), Instant.now().plusSeconds(61));
    assertThat(bench.parked).singleElement().asString().startsWith("team-account: API Error");
    assertThat(pulse.client().limits().find("team-account").orElseThrow().pausedUntil())
        .isAfter(Instant.now());
    pulse.client().limits().delete("team-account");
    // The next of that account is not even started.
    bench.program("claude", "touch started; exit 1");
    JobHandle second = bench.submit("other", "do it");
    bench.awaitStatus(second, JobStatus.SCHEDULED);
    assertThat(bench.home.resolve("work/other/started")).doesNotExist();
  }

  @Test
  void nothingToDoIsASuccessAndAQuestionNeedsARun() throws IOException {
    bench
        .agent("idle", "command: echo NO-WORK today")
        .agent("asks", "command: 'echo SUSPEND ok May I?'")
        .start(2);
    assertThat(Bench.result(bench.ended(bench.submit("idle", ""))).path("outcome").asText())
        .isEqualTo("NO_WORK");
    Job asked = bench.ended(bench.submit("asks", ""));
    assertThat(asked.status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(asked.lastError()).contains("signal ok (May I?)");
  }

  @Test
  void aDeliverableMustBeThereAndVerifyMustPass() throws IOException {
    bench
        .agent("lazy", "command: echo done")
        .agent(
            "careful",
            "command: 'cat > out.txt'\nverify: 'grep -q good out.txt || { echo bad work; exit 4; }'")
        .start(2);
    assertThat(bench.ended(bench.submit("lazy", "", Map.of("deliverable", "out.txt"))).lastError())
        .isEqualTo("the deliverable out.txt is not there");
    assertThat(bench.ended(bench.submit("careful", "poor")).lastError())
        .isEqualTo("verify: exit 4: bad work");
    Job done = bench.ended(bench.submit("careful", "good", Map.of("deliverable", "out.txt")));
    assertThat(done.status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void aFailureHasItsResultToo() throws IOException {
    bench.agent("bad", "command: 'echo partly; echo why >&2; exit 9'").start(1);
    Job job = bench.ended(bench.submit("bad", ""));
    assertThat(job.lastError()).isEqualTo("exit 9: why");
    assertThat(pulse.client().attempts(job.id()).getFirst().result().text())
        .contains("\"outcome\":\"FAILED\"");
    assertThat(bench.failures)
        .singleElement()
        .satisfies(
            result ->
                assertThat(result)
                    .containsEntry("outcome", "FAILED")
                    .containsEntry("output", "partly")
                    .containsEntry("exit_code", 9));
  }

  @Test
  void whoTakesTooLongIsKilled() {
    bench.agent("slow", "command: sleep 60\ntimeout: 300ms").start(1);
    Job job = bench.ended(bench.submit("slow", ""));
    assertThat(job.status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(job.lastError()).isEqualTo("killed: it took longer than 0.3s");
    assertThat(bench.failures.getFirst()).containsEntry("outcome", "KILLED");
  }

  @Test
  void whoSpendsTooMuchIsStopped() throws IOException {
    bench
        .agent("dear", "cli: opencode\nmax_cost_usd: 0.0005")
        .storyteller("opencode", "opencode-success", 0);
    bench.program("opencode", "sed -n 1,4p \"$0.told\"; exec sleep 60").start(1);
    assertThat(bench.ended(bench.submit("dear", "")).lastError())
        .isEqualTo("it had spent more than max_cost_usd");
  }

  @Test
  void aCanceledJobsProcessesAreGone() {
    bench.agent("long", "command: 'echo $$ > pid; sleep 600 & sleep 600'").start(1);
    JobHandle job = bench.submit("long", "");
    Path pid = bench.home.resolve("work/long/pid");
    await().atMost(Bench.SOON).until(() -> Files.exists(pid) && Files.size(pid) > 0);
    pulse.client().cancel(job.id());
    await().atMost(Bench.SOON).until(() -> leashed(job).isEmpty());
    assertThat(pulse.client().job(job.id()).status()).isEqualTo(JobStatus.CANCELED);
  }

  @Test
  void aRunnerTakesNoMoreThanItsSlotsAndHandsBackWhatItCannotFinish() {
    bench.agent("long", "command: 'touch begun; sleep 600'").start(1);
    JobHandle first = bench.submit("long", "");
    JobHandle second = bench.submit("long", "");
    await().atMost(Bench.SOON).until(() -> Files.exists(bench.home.resolve("work/long/begun")));
    assertThat(pulse.client().job(first.id()).status()).isEqualTo(JobStatus.RUNNING);
    assertThat(pulse.client().job(second.id()).status()).isEqualTo(JobStatus.PENDING);
    bench.close();
    Job job = pulse.client().job(first.id());
    assertThat(job.status()).isIn(JobStatus.PENDING, JobStatus.SCHEDULED);
    assertThat(job.attempts()).isZero();
    assertThat(leashed(first)).isEmpty();
    pulse.client().cancel(first.id());
    pulse.client().cancel(second.id());
  }

  @Test
  void whatCannotBeStartedSaysWhy() {
    bench
        .agent("absent", "command: [no-such-program]")
        .agent("homeless", "command: [ls]\nworkdir: nowhere")
        .agent("broken", "timeout: never")
        .start(1);
    assertThat(bench.ended(bench.submit("absent", "")).lastError())
        .isEqualTo("no-such-program is not on the PATH");
    assertThat(bench.ended(bench.submit("homeless", "")).lastError())
        .isEqualTo("there is no folder " + bench.home.resolve("nowhere"));
    assertThat(bench.ended(bench.submit("broken", "")).lastError())
        .contains("broken.md:2: timeout must be a duration");
    assertThat(bench.ended(bench.submit("nobody", "")).lastError())
        .isEqualTo("no agent nobody: there are absent, homeless");
    Job odd =
        pulse
            .client()
            .submit("agent", Map.of("agent", 7), o -> o.topic("agents"))
            .await(Bench.SOON);
    assertThat(odd.lastError()).isEqualTo("\"agent\" must be text");
  }

  @Test
  void theServerIsToldWhichAgentsThereAre() throws IOException {
    var bulletin = new Bulletin(Agents.in(bench.home), bench);
    bench.agent("one", "model: sonnet\ntimeout: 1m").agent("two", "command: [ls]\nlimits: [a, b]");
    bulletin.look();
    assertThat(bench.published)
        .containsEntry(
            "one",
            Map.of(
                "description", "",
                "program", "claude",
                "model", "sonnet",
                "limits", List.of("claude"),
                "timeout_ms", 60_000L))
        .containsKey("two");
    bench.published.clear();
    bench.agent("two", "command: [ls]");
    bulletin.look();
    assertThat(bench.published).as("only what changed").containsOnlyKeys("two");
    Files.delete(bench.home.resolve("agents/two.md"));
    bulletin.look();
    assertThat(bench.published).isEmpty();
    bulletin.close();
  }

  @Test
  void oldLogsGo() throws IOException {
    Path logs = Files.createDirectories(folder.resolve("logs"));
    Path old = Files.createDirectory(logs.resolve("old"));
    Files.writeString(old.resolve("1.log"), "x");
    Files.setLastModifiedTime(
        old, java.nio.file.attribute.FileTime.from(Instant.now().minus(Duration.ofDays(8))));
    Files.createDirectory(logs.resolve("new"));
    LogFolders.prune(logs, Instant.now().minus(Duration.ofDays(7)));
    assertThat(old).doesNotExist();
    assertThat(logs.resolve("new")).exists();
    LogFolders.prune(folder.resolve("nowhere"), Instant.now());
  }

  private static List<Sighting> leashed(JobHandle job) {
    return Census.ofThisMachine().everybody().stream()
        .filter(one -> one.leash().contains(job.id().toString()))
        .toList();
  }
}
