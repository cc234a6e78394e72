package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Cli;
import dev.pulse.agents.registry.Program;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How each command line is started, and what is understood of what it tells (A3, A5, A7). */
class AdapterTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @Test
  void claudeIsStarted() throws Exception {
    Errand errand = errand(Cli.CLAUDE, "sonnet", null, "--add-dir", "/x");
    List<String> words = Adapter.of(Cli.CLAUDE).words(errand);
    assertThat(words)
        .containsSubsequence("claude", "-p", "--output-format", "stream-json", "--verbose")
        .containsSubsequence("--model", "sonnet")
        .containsSubsequence("--permission-mode", "acceptEdits")
        .containsSubsequence("--agent", "worker")
        .containsSubsequence("--max-budget-usd", "2.50")
        .endsWith("--add-dir", "/x")
        .doesNotContain("--resume");
    String definition = words.get(words.indexOf("--agents") + 1);
    assertThat(new ObjectMapper().readTree(definition))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"worker":{"description":"Works","prompt":"Be brief.","color":"red",
                     "tools":["Read","Bash(git log, git show)"]}}
                    """));
    assertThat(Adapter.of(Cli.CLAUDE).stdin(errand)).isEqualTo("Before.\n\nDo it.");
  }

  @Test
  void whatTheAgentFilePassesIsNotPassedTwice() {
    assertThat(
            Adapter.of(Cli.CLAUDE)
                .words(errand(Cli.CLAUDE, null, null, "--dangerously-skip-permissions")))
        .doesNotContain("--permission-mode", "--model");
    assertThat(
            Adapter.of(Cli.CODEX)
                .words(errand(Cli.CODEX, null, null, "--sandbox=danger-full-access")))
        .doesNotContain("--sandbox");
    assertThat(Adapter.of(Cli.GEMINI).words(errand(Cli.GEMINI, null, null, "--yolo")))
        .doesNotContain("--approval-mode");
  }

  @Test
  void theOthersAreStarted() {
    assertThat(Adapter.of(Cli.CODEX).words(errand(Cli.CODEX, "gpt-5", null)))
        .containsExactly(
            "codex",
            "exec",
            "--json",
            "--skip-git-repo-check",
            "--color",
            "never",
            "--sandbox",
            "workspace-write",
            "--model",
            "gpt-5",
            "-");
    assertThat(Adapter.of(Cli.GEMINI).words(errand(Cli.GEMINI, "gemini-2.5-pro", null)))
        .containsExactly(
            "gemini",
            "--output-format",
            "stream-json",
            "--approval-mode",
            "auto_edit",
            "--model",
            "gemini-2.5-pro");
    assertThat(Adapter.of(Cli.OPENCODE).words(errand(Cli.OPENCODE, "a/b", null)))
        .containsExactly("opencode", "run", "--format", "json", "--model", "a/b");
    assertThat(Adapter.of(Cli.AIDER).words(errand(Cli.AIDER, "gpt-4o", null)))
        .startsWith("aider", "--message-file", "/dev/stdin", "--yes-always")
        .containsSubsequence("--analytics-log", "/aside", "--model", "gpt-4o");
  }

  @Test
  void aSessionIsTakenUpAgain() {
    assertThat(Adapter.of(Cli.CLAUDE).words(errand(Cli.CLAUDE, null, "s1")))
        .containsSubsequence("--resume", "s1");
    assertThat(Adapter.of(Cli.CODEX).words(errand(Cli.CODEX, null, "s1")))
        .endsWith("resume", "s1", "-");
    assertThat(Adapter.of(Cli.GEMINI).words(errand(Cli.GEMINI, null, "s1")))
        .containsSubsequence("--resume", "s1");
    assertThat(Adapter.of(Cli.OPENCODE).words(errand(Cli.OPENCODE, null, "s1")))
        .containsSubsequence("--session", "s1");
  }

  @ParameterizedTest
  @EnumSource(names = "CLAUDE", mode = EnumSource.Mode.EXCLUDE)
  void instructionsPrecedeThePromptUnlessTheSessionHasHadThem(Cli cli) {
    assertThat(Adapter.of(cli).stdin(errand(cli, null, null)))
        .isEqualTo("Be brief.\n\nBefore.\n\nDo it.");
    assertThat(Adapter.of(cli).stdin(errand(cli, null, "s1"))).isEqualTo("Before.\n\nDo it.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          CLAUDE   | 5e5510a0-0000-4000-8000-000000000001 | 2 | 1130 | 12 | 0.0123 | All done.
          CODEX    | 01a00000-0000-7000-8000-000000000001 | 1 | 1200 | 34 | -      | Done: the file is there.
          GEMINI   | 9e310000-0000-4000-8000-000000000001 | - | 100  | 20 | -      | All done.
          OPENCODE | ses_one                              | 2 | 115  | 40 | 0.001  | All done.
          AIDER    | -                                    | 1 | 2500 | 40 | 0.0065 | ''
          """)
  void successIsUnderstood(
      Cli cli, String session, Integer turns, Long input, Long output, BigDecimal cost, String text)
      throws IOException {
    Told told = told(cli, "success");
    assertThat(told)
        .isEqualTo(new Told(session, turns, input, output, cost, text, new Told.Finish.Well()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          CLAUDE   | 429      | -                        | API Error: Request rejected (429) · This request would exceed your rate limit
          CLAUDE   | quota    | 2026-11-15T20:00:00Z     | You've hit your session limit · resets 3pm (America/New_York)
          CLAUDE   | rejected | 2026-11-15T13:00:00Z     | You've hit your session limit
          CLAUDE   | overload | -                        | API Error: 529 Overloaded. This is a server-side issue, usually temporary
          CODEX    | 429      | -                        | exceeded retry limit, last status: 429 Too Many Requests
          CODEX    | quota    | 2026-11-15T13:06:00Z     | You’ve hit your usage limit. Upgrade to Pro or try again at 1:06 PM.
          GEMINI   | quota    | 2026-11-15T17:12:30Z     | [API Error: You are out of capacity. Your quota will reset after 5h12m30s.]
          OPENCODE | 429      | 2026-11-15T12:01:00Z     | Slow down, please.
          """)
  void aLimitIsUnderstood(Cli cli, String story, Instant until, String reason) throws IOException {
    assertThat(told(cli, story).finish())
        .isEqualTo(new Told.Finish.Badly(reason, new RateLimit(until, reason)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CLAUDE   | turns     | error_max_turns: Reached maximum number of turns (3)
          CODEX    | failed    | stream disconnected before completion
          GEMINI   | failed    | Reached max session turns for this session.
          OPENCODE | failed    | no key; quota of what?
          AIDER    | exception | list index out of range
          """)
  void aFailureIsNoLimitHoweverTheModelPutsIt(Cli cli, String story, String error)
      throws IOException {
    assertThat(told(cli, story).finish()).isEqualTo(new Told.Finish.Badly(error, null));
  }

  @Test
  void aBudgetThatIsUsedUpIsToldApart() throws IOException {
    Told told = told(Cli.CLAUDE, "budget");
    assertThat(told.finish()).isInstanceOf(Told.Finish.Spent.class);
    assertThat(told.costUsd()).isEqualByComparingTo("2.61");
  }

  @Test
  void aiderIsLimitedOnlyWhereNoAnswerCame() throws IOException {
    String complaint = "litellm.RateLimitError: AnthropicException - slow down";
    Events unanswered = Adapter.of(Cli.AIDER).events(InstantSource.fixed(NOW), ZoneOffset.UTC);
    unanswered.read(complaint);
    read("aider-429").forEach(unanswered::readAside);
    assertThat(unanswered.told().finish())
        .isEqualTo(new Told.Finish.Badly(complaint, new RateLimit(null, complaint)));
    Events answered = Adapter.of(Cli.AIDER).events(InstantSource.fixed(NOW), ZoneOffset.UTC);
    answered.read(complaint);
    read("aider-success").forEach(answered::readAside);
    assertThat(answered.told().finish()).isEqualTo(new Told.Finish.Well());
  }

  @ParameterizedTest
  @EnumSource
  void whatNobodyUnderstandsIsNoFailure(Cli cli) {
    Events events = Adapter.of(cli).events(InstantSource.fixed(NOW), ZoneOffset.UTC);
    for (String line :
        List.of(
            "", "{", "[]", "{}", "null", "{\"type\":7}", "{\"type\":\"result\"}", "\u0000\uFFFD")) {
      events.read(line);
      events.readAside(line);
    }
    assertThat(events.told().finish()).isNotInstanceOf(Told.Finish.Well.class);
  }

  @Test
  void peopleSeeWordsAndToolsNotJson() throws IOException {
    Events events = Adapter.of(Cli.CLAUDE).events(InstantSource.fixed(NOW), ZoneOffset.UTC);
    var shown = new StringBuilder();
    read("claude-success").forEach(line -> shown.append(events.read(line)));
    assertThat(shown.toString())
        .isEqualTo(
            """
            I look at the file. The docs say: usage limit reached, 429.
            → Read {"file_path":"/w/a.txt"}
            not json at all
            All done.
            """);
  }

  private static Told told(Cli cli, String story) throws IOException {
    Events events = Adapter.of(cli).events(InstantSource.fixed(NOW), ZoneOffset.UTC);
    read(cli.program() + "-" + story).forEach(cli == Cli.AIDER ? events::readAside : events::read);
    return events.told();
  }

  private static List<String> read(String story) throws IOException {
    try (var in = AdapterTest.class.getResourceAsStream("told/" + story + ".jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static Errand errand(Cli cli, String model, String session, String... args) {
    var llm = new Program.Llm(cli, model, List.of(args));
    var agent =
        new Agent(
            "worker",
            "Works",
            llm,
            new Agent.Place(null, Map.of(), false),
            new Agent.Bounds(Duration.ofMinutes(1), null, List.of(), new BigDecimal("2.50")),
            new Agent.Checks(List.of(), List.of()),
            "Be brief.",
            Map.of("color", "red", "tools", "Read, Bash(git log, git show)"));
    return new Errand(agent, llm, "Before.", "Do it.", session, Path.of("/aside"));
  }
}
