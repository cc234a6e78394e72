package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Limit;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.relay.PlanBoard;
import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Plans;
import dev.pulse.agents.relay.Relay;
import dev.pulse.agents.runner.PlayedModel.Answer;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plans whose components are done by the real command lines, from the file in {@code active/} to
 * the model that is played on this machine, and back (A2–A7, R5–R13). Run by {@code -Preal-agents}.
 */
@Tag("real-agents")
@Timeout(180)
class RealPlansTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern DELIVERABLE = Pattern.compile("Your deliverable is (\\S+):");

  private static EmbeddedPulse pulse;

  @TempDir Path folder;
  private Path home;
  private PlayedModel model;
  private PlayedAgents agents;
  private Runner runner;
  private Relay relay;

  @BeforeAll
  static void startServer() {
    pulse = EmbeddedPulse.start();
  }

  @AfterAll
  static void stopServer() {
    pulse.close();
  }

  @BeforeEach
  void start() throws Exception {
    home = Files.createDirectories(folder.resolve("home")).toRealPath();
    Files.createDirectories(home.resolve("agents"));
    model = new PlayedModel();
    model.answers(this::obedient);
    agents = new PlayedAgents(model, folder.resolve("user"));
    var options =
        RunnerOptions.DEFAULT
            .withGrace(Duration.ofSeconds(1))
            .withDrain(Duration.ofMillis(100))
            .withEnv(Map.of("PATH", PlayedAgents.PROGRAMS + ":" + System.getenv("PATH")));
    runner = Runner.start(pulse.client(), home, options);
    Agents known = Agents.in(home);
    relay =
        Relay.start(
            pulse.client(), home, name -> known.find(name).map(Runner::limits), PlanBoard.NONE);
  }

  @AfterEach
  void stop() {
    relay.close();
    runner.close();
    model.close();
    pulse.client().limits().list().forEach(limit -> pulse.client().limits().delete(limit.name()));
  }

  @Test
  void claudeCodeDoesAPlanOfTwoComponentsInOneConversation() throws Exception {
    agent(agents.claude(""));
    activate(component(1, "schema.sql", "") + component(2, "handlers.rs", "**Session:** 1\n"));
    PlanView plan = awaitCompleted();
    assertThat(home.resolve("schema.sql")).hasContent("by component 1");
    assertThat(home.resolve("handlers.rs")).hasContent("by component 2");
    assertThat(plan.components())
        .extracting(PlanView.Part::result)
        .containsExactly("schema.sql: Made schema.sql.", "handlers.rs: Made handlers.rs.");
    for (PlanView.Part part : plan.components()) {
      JsonNode told = told(part);
      assertThat(told.path("outcome").asText()).isEqualTo("DONE");
      assertThat(told.path("turns").asInt()).isEqualTo(2);
      assertThat(told.path("input_tokens").asLong()).isEqualTo(200);
      assertThat(told.path("output_tokens").asLong()).isEqualTo(40);
      assertThat(told.path("cost_usd").asDouble()).isPositive();
    }
    assertOneConversation(plan);
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "gemini", "opencode"})
  void theOthersDoAPlanOfTwoComponentsInOneConversation(String cli) throws Exception {
    agent(
        switch (cli) {
          case "codex" -> agents.codex("");
          case "gemini" -> agents.gemini();
          default -> agents.opencode();
        });
    activate(component(1, "", "") + component(2, "", "**Session:** 1\n"));
    PlanView plan = awaitCompleted();
    for (PlanView.Part part : plan.components()) {
      assertThat(part.result()).isEqualTo("Done.");
      assertThat(told(part).path("input_tokens").asLong()).isGreaterThanOrEqualTo(100);
      assertThat(told(part).path("output_tokens").asLong()).isGreaterThanOrEqualTo(20);
    }
    assertOneConversation(plan);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 529})
  void aLimitPutsThePlanOffAndCostsItNothing(int status) throws Exception {
    agent(agents.claude(""));
    String type = status == 429 ? "rate_limit_error" : "overloaded_error";
    Answer refusal = PlayedAgents.anthropic(status, type, "Too much: try again in 4 seconds");
    model.answers(question -> limit().isEmpty() ? refusal : obedient(question));
    activate(component(1, "schema.sql", ""));
    Limit parked =
        await().atMost(PATIENCE).until(RealPlansTest::limit, Optional::isPresent).orElseThrow();
    assertThat(parked.pausedUntil()).isNotNull();
    assertThat(parked.pauseReason()).contains("again in 4 seconds");
    PlanView plan = awaitCompleted();
    assertThat(plan.components().getFirst().attempt()).isEqualTo(1);
    assertThat(job(plan.components().getFirst()).attempts()).isEqualTo(1);
    assertThat(home.resolve("schema.sql")).exists();
  }

  @Test
  void aHangFailsThePlanAndItsSecondRunTakesUpTheSession() throws Exception {
    agent(agents.claude("timeout: 15s"));
    model.answers(
        question ->
            question.toString().contains("Do step 2.") ? new Answer.Silence() : obedient(question));
    activate(component(1, "schema.sql", "") + component(2, "handlers.rs", "**Session:** 1\n"));
    Path failed = home.resolve("plans/failed/plan.md");
    await().atMost(PATIENCE).until(() -> Files.exists(failed));
    PlanView plan = plan();
    assertThat(plan.components().getLast().result()).startsWith("killed: it took longer than 15s");
    JsonNode told = told(plan.components().getLast());
    assertThat(told.path("outcome").asText()).isEqualTo("KILLED");
    assertThat(told.path("session").asText()).isNotEmpty();
    model.answers(this::obedient);
    agent(agents.claude(""));
    Files.writeString(failed, Files.readString(failed).replace("** FAILED", "** PENDING"));
    Plans.in(home, _ -> true).activate("plan");
    PlanView again = awaitCompleted();
    assertThat(again.components().getFirst().attempt()).isEqualTo(1);
    assertThat(again.components().getLast().attempt()).isEqualTo(2);
    assertOneConversation(again);
  }

  @Test
  void nothingToDoIsDoneUnlessSomethingWasToBeDelivered() throws Exception {
    agent(agents.claude(""));
    model.answers(new Answer.Text("NO-WORK: it is all there"));
    activate(component(1, "", "") + component(2, "proof.txt", ""));
    await().atMost(PATIENCE).until(() -> Files.exists(home.resolve("plans/failed/plan.md")));
    PlanView plan = plan();
    assertThat(plan.components().getFirst().status().name()).isEqualTo("COMPLETED");
    assertThat(plan.components().getFirst().result()).isEqualTo("NO-WORK: it is all there");
    assertThat(told(plan.components().getFirst()).path("outcome").asText()).isEqualTo("NO_WORK");
    assertThat(plan.components().getLast().result())
        .isEqualTo("the job succeeded, but its deliverable proof.txt does not exist");
  }

  /** Writes the deliverable that it is told of, if it is told of one, and then says so. */
  private Answer obedient(JsonNode question) {
    JsonNode messages = question.path("messages");
    String last = messages.path(messages.size() - 1).toString();
    String all = question.toString();
    Matcher asked = DELIVERABLE.matcher(all);
    String deliverable = "";
    while (asked.find()) {
      deliverable = asked.group(1);
    }
    if (deliverable.isEmpty()) {
      return new Answer.Text("Done.");
    }
    if (last.contains("tool_result")) {
      return new Answer.Text("Made %s.".formatted(deliverable));
    }
    String content = all.contains("Do step 2.") ? "by component 2" : "by component 1";
    String path = home.resolve(deliverable).toString();
    return new Answer.Tool("Write", Map.of("file_path", path, "content", content));
  }

  private void agent(String frontMatter) throws IOException {
    Files.writeString(
        home.resolve("agents/coder.md"), "---\n" + frontMatter + "\n---\nBe brief.\n");
  }

  private static String component(int number, String deliverable, String more) {
    String line = deliverable.isEmpty() ? "" : "**Deliverable:** " + deliverable + "\n";
    return "### Component %1$d: Step %1$d\n**Status:** PENDING\n**Agent:** coder\n%2$s%3$s\nDo step %1$d.\n\n"
        .formatted(number, line, more);
  }

  private void activate(String components) throws Exception {
    Path draft = home.resolve("plans/drafts/plan.md");
    Files.writeString(draft, "# Plan\n\n**Scheduler:** pulsar-relay\n\n" + components);
    Plans.in(home, _ -> true).activate("plan");
  }

  private PlanView awaitCompleted() throws Exception {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                Files.exists(home.resolve("plans/failed/plan.md"))
                    || !Files.exists(home.resolve("plans/active/plan.md")));
    PlanView plan = plan();
    assertThat(plan.folder()).as(plan.toString()).isEqualTo("completed");
    return plan;
  }

  private PlanView plan() throws Exception {
    return Plans.in(home, _ -> true).find("plan");
  }

  private static Optional<Limit> limit() {
    return pulse.client().limits().find("claude");
  }

  private static Job job(PlanView.Part part) {
    return pulse.client().job(part.job());
  }

  /** What the last attempt recorded, as a success or with its failure. */
  private static JsonNode told(PlanView.Part part) throws IOException {
    Job job = job(part);
    var result =
        job.status() == JobStatus.COMPLETED
            ? job.result()
            : pulse.client().attempts(job.id()).getLast().result();
    return new ObjectMapper().readTree(result.text());
  }

  private void assertOneConversation(PlanView plan) throws IOException {
    String session = told(plan.components().getFirst()).path("session").asText();
    assertThat(session).isNotEmpty();
    assertThat(told(plan.components().getLast()).path("session").asText()).isEqualTo(session);
    assertThat(model.asked)
        .extracting(JsonNode::toString)
        .anyMatch(asked -> asked.contains("Do step 1.") && asked.contains("Do step 2."));
  }
}
