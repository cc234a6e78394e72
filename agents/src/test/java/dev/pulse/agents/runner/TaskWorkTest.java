package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Backoff;
import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.agents.branch.Repo;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that carry a task: real git, real processes, a real server (G3, G6). */
@Timeout(180)
class TaskWorkTest {
  private static EmbeddedPulse pulse;

  @TempDir Path folder;
  private Bench bench;
  private Repo repo;

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
    repo = Repo.in(folder.resolve("repo"));
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  @Test
  void aTasksWorkIsMergedAndTheResultSaysSo() throws IOException {
    bench.agent("coder", "command: 'cat > $PULSE_TASK.txt; pwd'").start(1);
    Job job = bench.ended(sling("coder", "do it\n", "gt-1", Map.of()));
    JsonNode result = Bench.result(job);
    assertThat(result.path("output").asText())
        .isEqualTo(bench.home.toRealPath().resolve("worktrees/shop/pulse/gt-1").toString());
    assertThat(result.path("branch").asText()).isEqualTo("pulse/gt-1");
    assertThat(result.path("merged").asBoolean()).isTrue();
    assertThat(result.path("commit").asText()).isEqualTo(repo.git("rev-parse", "main"));
    assertThat(result.has("worktree")).isFalse();
    assertThat(repo.folder().resolve("gt-1.txt")).hasContent("do it");
    assertThat(repo.subjects("main")).containsExactly("gt-1: what coder left uncommitted", "a.txt");
  }

  @Test
  void aConflictFailsForGoodAndKeepsTheBranch() {
    bench.agent("coder", "command: 'cat > a.txt; (cd $REPO; git commit -qam mine)'").start(1);
    repo.write("a.txt", "mine\n");
    JobHandle handle = sling("coder", "theirs\n", "gt-1", Map.of(), 3);
    Job job = bench.ended(handle);
    assertThat(job.status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(job.attempts()).isEqualTo(1);
    assertThat(job.lastError())
        .isEqualTo("conflict with main in a.txt; the work is on the branch pulse/gt-1");
    assertThat(bench.failures.getFirst())
        .containsEntry("branch", "pulse/gt-1")
        .containsEntry("problem", job.lastError())
        .containsEntry("outcome", "FAILED");
    assertThat(repo.show("pulse/gt-1", "a.txt")).isEqualTo("theirs");
  }

  @Test
  void aSecondAttemptGoesOnAtTheFirstStepThatIsNotDone() throws IOException {
    bench
        .agent(
            "ralph",
            """
            command: |
              echo "$PULSE_STEP/$PULSE_STEPS" >> $LOGBOOK
              tail -1 >> steps.txt
              if [ $PULSE_STEP = 2 ] && [ $PULSE_ATTEMPT = 1 ]; then exit 1; fi""")
        .start(1);
    Job job =
        bench.ended(
            sling(
                "ralph",
                "the whole",
                "gt-1",
                Map.of("mode", "ralph", "steps", List.of("one", "two", "three")),
                2));
    assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(Files.readString(folder.resolve("logbook"))).isEqualTo("1/3\n2/3\n2/3\n3/3\n");
    assertThat(repo.subjects("main"))
        .containsExactly("gt-1: three", "gt-1: two", "gt-1: one", "a.txt");
    assertThat(repo.show("main", "steps.txt"))
        .contains("Step 1 of 3, the only one to do now: one", "Step 3 of 3");
    assertThat(job.result().text()).contains("\"steps_done\":3");
    assertThat(bench.home.resolve("logs/" + job.id() + "/2-3.log")).exists();
  }

  @Test
  void aMergeThatMustWaitDoesNotCostASecondRunOfTheAgent() {
    bench.agent("coder", "command: 'echo run >> $LOGBOOK; cat > a.txt'").start(1);
    repo.write("a.txt", "being edited\n");
    JobHandle handle = sling("coder", "theirs\n", "gt-1", Map.of(), 20);
    bench.awaitStatus(handle, JobStatus.RETRYING);
    assertThat(pulse.client().job(handle.id()).lastError())
        .startsWith("main is checked out in " + repo.folder());
    repo.git("checkout", "--quiet", "a.txt");
    assertThat(bench.ended(handle).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(folder.resolve("logbook")).hasContent("run");
    assertThat(repo.folder().resolve("a.txt")).hasContent("theirs");
  }

  @Test
  void whatAFailedAgentLeftIsKeptOnTheBranch() {
    bench.agent("bad", "command: 'echo half > half.txt; exit 3'").start(1);
    Job job = bench.ended(sling("bad", "", "gt-1", Map.of()));
    assertThat(job.lastError()).isEqualTo("exit 3");
    assertThat(repo.show("pulse/gt-1", "half.txt")).isEqualTo("half");
    assertThat(repo.subjects("pulse/gt-1").getFirst())
        .isEqualTo("gt-1: unfinished work of bad, attempt 1");
    assertThat(repo.git("worktree", "list").lines()).hasSize(1);
    assertThat(repo.folder().resolve("half.txt")).doesNotExist();
  }

  @Test
  void aRunnerThatStopsLosesNothingAndTheNextGoesOn() {
    bench
        .agent(
            "long",
            "command: 'if [ -e half.txt ]; then exit 0; fi; touch half.txt; exec sleep 600'")
        .start(1);
    JobHandle handle = sling("long", "", "gt-1", Map.of());
    Path half = bench.home.resolve("worktrees/shop/pulse/gt-1/half.txt");
    await().atMost(Bench.SOON).until(() -> Files.exists(half));
    bench.close();
    bench.start(1);
    assertThat(bench.ended(handle).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(repo.folder().resolve("half.txt")).exists();
  }

  @Test
  void aRequestRunsTheRepositorysCommand() throws IOException {
    repo.remote(folder.resolve("bare.git"));
    repo.git(
        "config", "pulse.mrCommand", "echo \"$PULSE_BRANCH into $PULSE_BASE_BRANCH\" >> $LOGBOOK");
    bench.agent("coder", "command: 'cat > b.txt'").start(1);
    Job job = bench.ended(sling("coder", "new\n", "gt-1", Map.of("merge", "mr")));
    assertThat(Bench.result(job).has("merged")).isFalse();
    bench.ended(
        sling("coder", "2\n", "gt-2", Map.of("merge", "mr", "mr_command", "echo 2 >> $LOGBOOK")));
    assertThat(folder.resolve("logbook")).hasContent("pulse/gt-1 into main\n2");
    assertThat(repo.show("origin/pulse/gt-1", "b.txt")).isEqualTo("new");
  }

  @Test
  void aTaskThatIsNoneIsRefused() {
    bench.agent("coder", "command: 'true'").start(1);
    assertThat(bench.ended(sling("coder", "", "gt-1", Map.of("merge", "never"))).lastError())
        .isEqualTo("nothing is merged by never");
    assertThat(bench.ended(sling("coder", "", "gt-1", Map.of("mode", "wild"))).lastError())
        .isEqualTo("there is no mode wild, only ralph");
    assertThat(bench.ended(sling("coder", "", "gt-1", Map.of("base_branch", "trunk"))).lastError())
        .isEqualTo(repo.folder() + " has no branch trunk");
  }

  private JobHandle sling(String agent, String prompt, String task, Map<String, Object> more) {
    return sling(agent, prompt, task, more, 1);
  }

  private JobHandle sling(
      String agent, String prompt, String task, Map<String, Object> more, int attempts) {
    var about =
        new HashMap<String, Object>(
            Map.of(
                "id",
                task,
                "project",
                "shop",
                "repository",
                repo.folder().toString(),
                "base_branch",
                "main",
                "branch",
                "pulse/" + task,
                "merge",
                "direct"));
    about.putAll(more);
    Map<String, Object> env =
        Map.of(
            "PULSE_TASK", task,
            "REPO", repo.folder().toString(),
            "LOGBOOK", folder.resolve("logbook").toString());
    return pulse
        .client()
        .submit(
            Runner.JOB,
            Map.of("agent", agent, "prompt", prompt, "env", env, "task", about),
            options ->
                options
                    .topic(Runner.TOPIC)
                    .maxAttempts(attempts)
                    .backoff(Backoff.fixed(Duration.ofMillis(200))));
  }
}
