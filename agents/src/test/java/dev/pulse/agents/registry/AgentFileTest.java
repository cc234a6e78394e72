package dev.pulse.agents.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an agent file may say (A1). */
class AgentFileTest {
  private static final Path HOME = Path.of("/home/of/pulse");

  @Test
  void everyKeyIsRead() {
    Agent agent =
        agent(
            """
            ---
            description: Writes code
            cli: codex
            model: gpt-5
            args: [--sandbox, danger-full-access]
            env:
              RUST_LOG: debug
              N: 1
            workdir: projects/shop
            worktree: true
            timeout: 1h30m
            silence_timeout: 90s
            limits: [openai, builds]
            verify: cargo test
            dream: [./tidy, --all]
            max_cost_usd: 2.50
            ---

            You write code.

            ---
            And you write it well.
            """);
    assertThat(agent.description()).isEqualTo("Writes code");
    assertThat(agent.program())
        .isEqualTo(new Program.Llm(Cli.CODEX, "gpt-5", List.of("--sandbox", "danger-full-access")));
    assertThat(agent.place())
        .isEqualTo(
            new Agent.Place(
                HOME.resolve("projects/shop"), Map.of("RUST_LOG", "debug", "N", "1"), true));
    assertThat(agent.bounds())
        .isEqualTo(
            new Agent.Bounds(
                Duration.ofMinutes(90),
                Duration.ofSeconds(90),
                List.of("openai", "builds"),
                new BigDecimal("2.50")));
    assertThat(agent.checks())
        .isEqualTo(new Agent.Checks(List.of("sh", "-c", "cargo test"), List.of("./tidy", "--all")));
    assertThat(agent.instructions()).isEqualTo("You write code.\n\n---\nAnd you write it well.");
    assertThat(agent.extras()).isEmpty();
  }

  @Test
  void whatIsLeftOutTakesItsDefault() {
    Agent agent = agent("---\n---\n");
    assertThat(agent.program()).isEqualTo(new Program.Llm(Cli.CLAUDE, null, List.of()));
    assertThat(agent.bounds())
        .isEqualTo(new Agent.Bounds(Duration.ofMinutes(15), null, List.of(), null));
    assertThat(agent.place()).isEqualTo(new Agent.Place(null, Map.of(), false));
  }

  @Test
  void aClaudeCodeFileWorksUnchanged() {
    AgentFile.Reading reading =
        read(
            """
            ---
            name: worker
            description: Use this agent when: the user asks for it. Examples: <example>Context: "a # b"</example>
            tools: Read, Grep, Bash
            model: inherit
            color: purple
            permissionMode: acceptEdits
            maxTurns: 12
            ---
            You review.
            """);
    assertThat(reading.problems()).isEmpty();
    Agent agent = reading.agent().orElseThrow();
    assertThat(agent.description()).startsWith("Use this agent when: the").endsWith("</example>");
    assertThat(agent.program()).isEqualTo(new Program.Llm(Cli.CLAUDE, null, List.of()));
    assertThat(agent.extras())
        .containsEntry("tools", "Read, Grep, Bash")
        .containsEntry("permissionMode", "acceptEdits")
        .containsKeys("color", "maxTurns");
  }

  @Test
  void whatIsYamlIsReadAsYaml() {
    Agent agent =
        agent(
            """
            ---
            description: >
              Two lines
              in one.
            command: [./run.sh, "a: b"] # our own
            args: --fast
            ---
            """);
    assertThat(agent.description().strip()).isEqualTo("Two lines in one.");
    assertThat(agent.program())
        .isEqualTo(new Program.Command(List.of("./run.sh", "a: b", "--fast")));
  }

  @Test
  void bomAndWindowsLineEndsAreNoHindrance() {
    Agent agent = agent("\uFEFF---\r\ndescription: x\r\n--- \r\nBody\r\n");
    assertThat(agent.description()).isEqualTo("x");
    assertThat(agent.instructions()).isEqualTo("Body");
  }

  @Test
  void anAgentThatCallsItselfOtherwiseIsKnownByItsFile() {
    AgentFile.Reading reading = read("---\nname: other\n---\n");
    assertThat(reading.agent().orElseThrow().name()).isEqualTo("worker");
    assertThat(reading.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.fatal()).isFalse());
  }

  @Test
  void anUnknownKeyIsRemarkedUponWithItsLine() {
    AgentFile.Reading reading = read("---\ndescription: x\ntimout: 5m\n---\n");
    assertThat(reading.agent()).isPresent();
    assertThat(reading.problems())
        .containsExactly(
            new Problem(
                Path.of("worker.md"),
                3,
                "timout is not a key of an agent; it is left alone",
                false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timeout: soon        | timeout must be a duration such as 90s, 1h30m or 250ms
          timeout: 0s          | timeout must be a duration such as 90s, 1h30m or 250ms
          timeout: [1m]        | timeout must be a duration such as 90s, 1h30m or 250ms
          silence_timeout: 5   | silence_timeout must be a duration such as 90s, 1h30m or 250ms
          max_cost_usd: much   | max_cost_usd must be an amount above 0, such as 2.50
          max_cost_usd: -1     | max_cost_usd must be an amount above 0, such as 2.50
          worktree: maybe      | worktree must be true or false
          cli: copilot         | cli must be one of claude, codex, gemini, opencode and aider
          command: []          | command is an empty command
          command: ''          | command is an empty command
          env: A=1             | env must be a table, NAME: value
          env: {A: [1]}        | env must hold only names and texts
          args: {a: b}         | args must be a list
          args: [[a]]          | args must hold only texts
          description: [a, b]  | description must be text
          timeout: [1m         | not YAML: expected ',' or ']', but got <stream end>
          """)
  void whatIsWrongIsSaidWithItsLine(String line, String text) {
    AgentFile.Reading reading = read("---\nlimits: a\n" + line + "\n---\n");
    assertThat(reading.agent()).isEmpty();
    assertThat(reading.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.text()).isEqualTo(text);
              assertThat(problem.fatal()).isTrue();
              assertThat(problem.line()).isBetween(3, 4);
            });
  }

  @Test
  void aKeyGivenTwiceIsRefused() {
    assertThat(read("---\nmodel: a\nmodel: b\n---\n").problems())
        .extracting(Problem::toString)
        .containsExactly("worker.md:3: model is given twice");
  }

  @Test
  void bothACliAndACommandIsRefused() {
    assertThat(read("---\ncli: claude\ncommand: [x]\n---\n").problems())
        .extracting(Problem::toString)
        .containsExactly("worker.md:3: an agent has either a cli or a command");
  }

  @Test
  void noFrontMatterOrAnUnclosedOneIsRefused() {
    for (String text : List.of("", "Just text", "---\nmodel: x\n", "\n---\n---\n", "----\n---\n")) {
      assertThat(read(text).agent()).as(text).isEmpty();
      assertThat(read(text).problems()).as(text).hasSize(1);
    }
    assertThat(read("---\n- a\n---\n").problems())
        .extracting(Problem::text)
        .containsExactly("not a table of key: value");
  }

  @Test
  void humanIsReservedAndNamesArePlain() {
    for (String name : List.of("HUMAN", "Worker", "two words", "1st", "-x", "ä", "")) {
      AgentFile.Reading reading = AgentFile.read(Path.of(name + ".md"), name, "---\n---\n", HOME);
      assertThat(reading.agent()).as(name).isEmpty();
      assertThat(reading.problems()).as(name).hasSize(1);
    }
    assertThat(Agent.isName("terraform-expert-2")).isTrue();
  }

  @Test
  void anAliasThatLeadsBackToItselfEnds() {
    assertThat(read("---\nhooks: &a\n  again: *a\n---\n").agent()).isPresent();
  }

  private static Agent agent(String text) {
    AgentFile.Reading reading = read(text);
    assertThat(reading.problems()).isEmpty();
    return reading.agent().orElseThrow();
  }

  private static AgentFile.Reading read(String text) {
    return AgentFile.read(Path.of("worker.md"), "worker", text, HOME);
  }
}
