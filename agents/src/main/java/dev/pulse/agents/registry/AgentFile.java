package dev.pulse.agents.registry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads the text of an agent file (A1): a pure function from text to an agent and its problems. */
final class AgentFile {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  /** What Claude Code writes into the same files for itself. */
  private static final Set<String> OF_CLAUDE_CODE =
      Set.of(
          "background",
          "color",
          "disallowedTools",
          "effort",
          "hooks",
          "initialPrompt",
          "isolation",
          "maxTurns",
          "mcpServers",
          "memory",
          "permissionMode",
          "skills",
          "tools");

  private final Path file;
  private final List<Problem> problems = new ArrayList<>();

  private AgentFile(Path file) {
    this.file = file;
  }

  /** What a file says; without an agent if it cannot be used. */
  record Reading(Optional<Agent> agent, List<Problem> problems) {}

  /**
   * @param home what a relative workdir is relative to
   */
  static Reading read(Path file, String name, String text, Path home) {
    var reading = new AgentFile(file);
    Optional<Agent> agent = Optional.ofNullable(reading.agent(name, text, home));
    boolean usable = reading.problems.stream().noneMatch(Problem::fatal);
    return new Reading(usable ? agent : Optional.empty(), List.copyOf(reading.problems));
  }

  /** A file that could not be read at all. */
  static Reading unreadable(Path file, String why) {
    return new Reading(Optional.empty(), List.of(new Problem(file, 1, why, true)));
  }

  private @Nullable Agent agent(String name, String text, Path home) {
    checkName(name);
    Optional<FrontMatter> cut = FrontMatter.of(text);
    if (cut.isEmpty()) {
      problems.add(new Problem(file, 1, "no front matter between two lines of ---", true));
      return null;
    }
    Optional<Fields> found = fields(cut.get());
    if (found.isEmpty()) {
      return null;
    }
    Fields fields = found.get();
    checkOwnName(fields, name);
    String description = Objects.requireNonNullElse(fields.text("description"), "");
    Program program = program(fields);
    var place =
        new Agent.Place(workdir(fields, home), fields.table("env"), fields.flag("worktree"));
    var bounds =
        new Agent.Bounds(
            Objects.requireNonNullElse(fields.duration("timeout"), TIMEOUT),
            fields.duration("silence_timeout"),
            fields.words("limits"),
            fields.amount("max_cost_usd"));
    var checks = new Agent.Checks(fields.command("verify"), fields.command("dream"));
    var extras = fields.rest();
    for (String key : extras.keySet()) {
      if (!OF_CLAUDE_CODE.contains(key)) {
        fields.remark(key, key + " is not a key of an agent; it is left alone");
      }
    }
    return new Agent(name, description, program, place, bounds, checks, cut.get().body(), extras);
  }

  private void checkName(String name) {
    if (name.equals(Agent.HUMAN)) {
      problems.add(new Problem(file, 1, "HUMAN is reserved: it means a person", true));
    } else if (!Agent.isName(name)) {
      problems.add(
          new Problem(
              file, 1, "'" + name + "' is no agent name: small letters, digits and - only", true));
    }
  }

  /** Plans name agents by their files, so the file's name is the one that counts. */
  private static void checkOwnName(Fields fields, String name) {
    if (fields.has("name") && !name.equals(fields.rest().get("name"))) {
      fields.remark("name", "it has another name inside; its file's name is the one that counts");
    }
    var _ = fields.text("name");
  }

  private Optional<Fields> fields(FrontMatter cut) {
    try {
      Node nodes = cut.nodes();
      if (nodes == null) {
        return Optional.of(new Fields(file, empty(), problems));
      }
      if (nodes instanceof MappingNode mapping) {
        return Optional.of(new Fields(file, mapping, problems));
      }
      problems.add(new Problem(file, FrontMatter.FIRST_LINE, "not a table of key: value", true));
    } catch (MarkedYAMLException e) {
      var mark = e.getProblemMark();
      int line = FrontMatter.FIRST_LINE + (mark == null ? 0 : mark.getLine());
      problems.add(new Problem(file, line, "not YAML: " + e.getProblem(), true));
    } catch (YAMLException e) {
      problems.add(new Problem(file, FrontMatter.FIRST_LINE, "not YAML: " + e.getMessage(), true));
    }
    return Optional.empty();
  }

  private static MappingNode empty() {
    return new MappingNode(Tag.MAP, List.of(), DumperOptions.FlowStyle.BLOCK);
  }

  private Program program(Fields fields) {
    if (fields.has("command") && fields.has("cli")) {
      fields.fault("command", "an agent has either a cli or a command");
    }
    String cli = Objects.requireNonNullElse(fields.text("cli"), Cli.CLAUDE.program());
    boolean any = fields.has("command");
    List<String> command = fields.command("command");
    String model = fields.text("model");
    List<String> args = fields.words("args");
    if (any) {
      return new Program.Command(Stream.concat(command.stream(), args.stream()).toList());
    }
    Optional<Cli> known = Cli.named(cli);
    if (known.isEmpty()) {
      fields.fault("cli", "cli must be one of claude, codex, gemini, opencode and aider");
    }
    boolean inherited = model == null || model.isBlank() || model.equals("inherit");
    return new Program.Llm(known.orElse(Cli.CLAUDE), inherited ? null : model, args);
  }

  private static @Nullable Path workdir(Fields fields, Path home) {
    String text = fields.text("workdir");
    if (text == null || text.isBlank()) {
      return null;
    }
    return text.equals("~") || text.startsWith("~/")
        ? Path.of(System.getProperty("user.home") + text.substring(1)).normalize()
        : home.resolve(text).normalize();
  }
}
