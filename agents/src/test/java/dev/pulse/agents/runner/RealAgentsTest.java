package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.agents.runner.PlayedModel.Answer;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real command lines, as their makers publish them, against a model played on this machine: our
 * flags are taken, and what they tell is understood (A3–A7). Run by {@code -Preal-agents}.
 */
@Tag("real-agents")
@Timeout(120)
class RealAgentsTest {
  private static EmbeddedPulse pulse;

  @TempDir Path folder;
  private Bench bench;
  private PlayedModel model;
  private PlayedAgents agents;

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
    model = new PlayedModel();
    bench = new Bench(folder, pulse.client());
    agents = new PlayedAgents(model, folder.resolve("user"));
    bench.programs(PlayedAgents.PROGRAMS).start(1);
  }

  @AfterEach
  void stop() {
    bench.close();
    model.close();
  }

  @Test
  void claudeCodeDoesItsWorkAndTellsWhatItTook() throws IOException {
    claude("");
    Path out = bench.home.resolve("work/coder/out.txt");
    model.answers(
        question ->
            used(question)
                ? new Answer.Text("Written.")
                : new Answer.Tool("Write", Map.of("file_path", out.toString(), "content", "42")));
    Job job = done(bench.submit("coder", "Write it.", Map.of("deliverable", "out.txt")));
    JsonNode result = Bench.result(job);
    assertThat(out).hasContent("42");
    assertThat(result.path("output").asText()).isEqualTo("Written.");
    assertThat(result.path("turns").asInt()).isEqualTo(2);
    assertThat(result.path("input_tokens").asLong()).isEqualTo(200);
    assertThat(result.path("output_tokens").asLong()).isEqualTo(40);
    assertThat(result.path("cost_usd").asDouble()).isPositive();
    assertThat(model.asked.toString()).contains("Be brief.", "Write it.");
    assertThat(bench.watched.toString()).contains("→ Write", "Written.");
  }

  @Test
  void claudeCodeTakesUpASessionAgain() throws IOException {
    claude("");
    model.answers(new Answer.Text("The word is heron."));
    String session =
        Bench.result(done(bench.submit("coder", "Think of a word."))).path("session").asText();
    model.asked.clear();
    JsonNode again =
        Bench.result(done(bench.submit("coder", "Which word?", Map.of("session", session))));
    assertThat(again.path("session").asText()).isEqualTo(session);
    assertThat(model.asked.toString()).contains("Think of a word.", "heron", "Which word?");
  }

  @Test
  void claudeCodeWithNothingToDo() throws IOException {
    claude("");
    model.answers(new Answer.Text("NO-WORK: the board is empty"));
    assertThat(Bench.result(done(bench.submit("coder", "?"))).path("outcome").asText())
        .isEqualTo("NO_WORK");
  }

  @Test
  void claudeCodesLimitsParkTheAccount() {
    claude("");
    model.answers(
        PlayedAgents.anthropic(429, "rate_limit_error", "This would exceed your rate limit"));
    assertSnoozed(bench.submit("coder", "?"), Duration.ofMinutes(1));
    assertThat(bench.parked).singleElement().asString().startsWith("claude: API Error");
  }

  @Test
  void claudeCodesQuotaParksTheAccountUntilItsReset() {
    claude("");
    model.answers(
        PlayedAgents.anthropic(
            429, "rate_limit_error", "You've hit your session limit · try again in 3 hours"));
    assertSnoozed(bench.submit("coder", "?"), Duration.ofHours(3));
  }

  @Test
  void anOverloadedServiceIsALimitToo() {
    claude("");
    model.answers(PlayedAgents.anthropic(529, "overloaded_error", "Overloaded"));
    assertSnoozed(bench.submit("coder", "?"), Duration.ofMinutes(1));
  }

  @Test
  void claudeCodeThatHangsIsKilled() {
    claude("timeout: 3s");
    model.answers(new Answer.Silence());
    Job job = bench.ended(bench.submit("coder", "?"));
    assertThat(job.lastError()).isEqualTo("killed: it took longer than 3s");
    assertThat(bench.failures.getFirst()).containsEntry("outcome", "KILLED").containsKey("session");
  }

  @Test
  void codexDoesItsWorkAndTakesUpASessionAgain() throws IOException {
    codex();
    model.answers(new Answer.Text("The word is heron."));
    JsonNode first = Bench.result(done(bench.submit("coder", "Think of a word.")));
    assertThat(first.path("output").asText()).isEqualTo("The word is heron.");
    assertThat(first.path("input_tokens").asLong()).isEqualTo(100);
    assertThat(first.path("output_tokens").asLong()).isEqualTo(20);
    assertThat(first.path("turns").asInt()).isEqualTo(1);
    model.asked.clear();
    String session = first.path("session").asText();
    JsonNode again =
        Bench.result(done(bench.submit("coder", "Which word?", Map.of("session", session))));
    assertThat(again.path("session").asText()).isEqualTo(session);
    assertThat(model.asked.toString()).contains("Think of a word.", "heron", "Which word?");
  }

  @Test
  void codexsQuotaParksTheAccountUntilItsReset() {
    codex();
    long resets = Instant.now().plus(Duration.ofHours(3)).getEpochSecond();
    model.answers(
        new Answer.Refusal(
            429,
            Map.of(
                "error",
                Map.of(
                    "type", "usage_limit_reached",
                    "message", "The usage limit has been reached",
                    "plan_type", "plus",
                    "resets_at", resets))));
    assertSnoozed(bench.submit("coder", "?"), Duration.ofHours(3));
    assertThat(bench.parked).singleElement().asString().startsWith("codex: You");
  }

  @Test
  void codexThatHangsIsKilled() {
    bench.agent("coder", agents.codex("timeout: 3s"));
    model.answers(new Answer.Silence());
    assertThat(bench.ended(bench.submit("coder", "?")).lastError())
        .isEqualTo("killed: it took longer than 3s");
  }

  @Test
  void opencodeDoesItsWorkAndTellsItsCost() throws IOException {
    bench.agent("coder", agents.opencode());
    model.answers(new Answer.Text("Done so."));
    JsonNode result = Bench.result(done(bench.submit("coder", "Do it.")));
    assertThat(result.path("output").asText()).isEqualTo("Done so.");
    assertThat(result.path("session").asText()).startsWith("ses_");
    assertThat(result.path("cost_usd").asDouble()).isPositive();
    assertThat(result.path("input_tokens").asLong()).isEqualTo(100);
  }

  @Test
  void geminiDoesItsWorkAndTellsItsQuota() throws IOException {
    bench.agent("coder", agents.gemini());
    model.answers(new Answer.Text("Done so."));
    JsonNode result = Bench.result(done(bench.submit("coder", "Do it.")));
    assertThat(result.path("output").asText()).isEqualTo("Done so.");
    assertThat(result.path("input_tokens").asLong()).isEqualTo(100);
    assertThat(result.path("session").asText()).isNotEmpty();
    Map<String, ?> violation =
        Map.of("quotaId", "GenerateRequestsPerDayPerProjectPerModel-FreeTier");
    model.answers(
        new Answer.Refusal(
            429,
            Map.of(
                "error",
                Map.of(
                    "code",
                    429,
                    "status",
                    "RESOURCE_EXHAUSTED",
                    "message",
                    "You exceeded your current quota.",
                    "details",
                    List.of(
                        Map.of(
                            "@type",
                            "type.googleapis.com/google.rpc.QuotaFailure",
                            "violations",
                            List.of(violation)))))));
    assertSnoozed(bench.submit("coder", "Do it."), Duration.ofMinutes(1));
  }

  private void claude(String more) {
    bench.agent("coder", agents.claude(more));
  }

  private void codex() {
    bench.agent("coder", agents.codex(""));
  }

  /** Whether a tool has been used before this question. */
  private static boolean used(JsonNode question) {
    return question.path("messages").toString().contains("tool_result");
  }

  private Job done(JobHandle handle) {
    Job job = handle.await(Duration.ofMinutes(1));
    assertThat(job.lastError()).isNull();
    assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
    return job;
  }

  private void assertSnoozed(JobHandle handle, Duration pause) {
    bench.awaitStatus(handle, JobStatus.SCHEDULED);
    Job job = pulse.client().job(handle.id());
    assertThat(job.attempts()).isZero();
    assertThat(Duration.between(Instant.now(), job.nextRunAt()))
        .isBetween(pause.minusSeconds(75), pause.plusSeconds(5));
    pulse.client().cancel(handle.id());
  }
}
