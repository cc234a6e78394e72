package dev.pulse.agents.runner;

import dev.pulse.agents.runner.PlayedModel.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Agent files for the real command lines, by which they speak to the played model and nobody. */
final class PlayedAgents {
  /** Where the profile has put the command lines. */
  static final Path PROGRAMS = Path.of("target/real-agents/node_modules/.bin").toAbsolutePath();

  private final PlayedModel model;
  private final Path user;

  /**
   * @param user the home folder that they see, so that nothing of the machine's own settings
   *     reaches them
   */
  PlayedAgents(PlayedModel model, Path user) throws IOException {
    this.model = model;
    this.user = Files.createDirectories(user);
  }

  String claude(String more) {
    return agent(
        "claude",
        "model: sonnet\n" + more,
        Map.of(
            "ANTHROPIC_API_KEY", "sk-ant-api03-played",
            "ANTHROPIC_BASE_URL", model.url(),
            "CLAUDE_CODE_MAX_RETRIES", "0",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"));
  }

  String codex(String more) {
    String args =
        """
        model: gpt-5
        args:
          - -c
          - model_provider="played"
          - -c
          - 'model_providers.played={name="played",base_url="%s/v1",env_key="FAKE_KEY",\
        wire_api="responses",request_max_retries=0,stream_max_retries=0}'
        """
            .formatted(model.url());
    return agent("codex", args + more, Map.of("FAKE_KEY", "k"));
  }

  String opencode() {
    String config =
        """
        {"provider":{"played":{"npm":"@ai-sdk/openai-compatible","name":"Played","options":\
        {"baseURL":"%s/v1","apiKey":"k"},"models":{"m":{"name":"m","cost":{"input":3,"output":15}}}}}}\
        """
            .formatted(model.url());
    return agent(
        "opencode",
        "model: played/m",
        Map.of("OPENCODE_CONFIG_CONTENT", config, "OPENCODE_DISABLE_MODELS_FETCH", "1"));
  }

  String gemini() throws IOException {
    Path settings = Files.createDirectories(user.resolve(".gemini"));
    Files.writeString(
        settings.resolve("settings.json"),
        """
        {"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"disableAutoUpdate":true}}
        """);
    return agent(
        "gemini",
        "model: gemini-2.5-pro",
        Map.of("GEMINI_API_KEY", "k", "GOOGLE_GEMINI_BASE_URL", model.url()));
  }

  /** An error as Anthropic's service says it. */
  static Answer anthropic(int status, String type, String message) {
    return new Answer.Refusal(
        status, Map.of("type", "error", "error", Map.of("type", type, "message", message)));
  }

  private String agent(String cli, String more, Map<String, String> env) {
    var text = new StringBuilder("cli: " + cli + "\n" + more.strip() + "\nenv:\n");
    text.append("  HOME: ").append(user).append('\n');
    env.forEach((name, value) -> text.append("  %s: '%s'\n".formatted(name, value)));
    return text.toString().strip();
  }
}
