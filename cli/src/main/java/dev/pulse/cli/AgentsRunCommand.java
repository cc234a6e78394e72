package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobOptions;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.runner.Runner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code pulse agents run}: one run of an agent, the way plans and standing agents run too (A2).
 */
@Command(
    name = "run",
    description = "Has an agent do something once.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  echo 'Fix the build' | pulse agents run coder - --wait"})
final class AgentsRunCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The agent.")
  private String name = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STDIN",
      description = "A single - reads the prompt from stdin.")
  private @Nullable String dash;

  @Option(
      names = "--prompt",
      paramLabel = "TEXT|-",
      description = "What it is to do; - reads stdin.")
  private @Nullable String prompt;

  @Option(
      names = "--workdir",
      paramLabel = "DIR",
      description = "Where it works (default: as its file says).")
  private @Nullable Path workdir;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "A variable for it; may be repeated.")
  private Map<String, String> env = Map.of();

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "Take up this session again, where its command line has sessions.")
  private @Nullable String session;

  @Option(
      names = "--deliverable",
      paramLabel = "PATH",
      description = "What must be there afterwards, from its workdir.")
  private @Nullable String deliverable;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often it may be tried (default: ${DEFAULT-VALUE}).")
  private int maxAttempts = 1;

  @Option(names = "--wait", description = "Wait for its end; exit 1 unless it succeeded.")
  private boolean wait;

  @Mixin private AgentHome home = new AgentHome();

  private final Map<String, Object> args = new LinkedHashMap<>();

  @Override
  void check() throws IOException {
    Bounds.range("--max-attempts", maxAttempts, 1, 100);
    if (!Agent.isName(name)) {
      throw Misuse.option("NAME", "'" + name + "' is no agent name");
    }
    args.put("agent", name);
    args.put("prompt", text());
    put("workdir", workdir == null ? null : workdir.toAbsolutePath().normalize().toString());
    put("session", session);
    put("deliverable", deliverable);
    put("env", env.isEmpty() ? null : env);
  }

  private void put(String key, @Nullable Object value) {
    if (value != null) {
      args.put(key, value);
    }
  }

  private String text() throws IOException {
    boolean fromStdin = "-".equals(dash) || "-".equals(prompt);
    if (dash != null && (!"-".equals(dash) || prompt != null)) {
      throw new Misuse("The prompt is given by --prompt TEXT or by -, not by '" + dash + "'");
    }
    if (fromStdin) {
      return new String(output.around().in().readAllBytes(), StandardCharsets.UTF_8);
    }
    return Optional.ofNullable(prompt)
        .orElseThrow(() -> new Misuse("The prompt is missing: --prompt TEXT, or - for stdin"));
  }

  @Override
  ExitCode run(Pulse pulse) {
    Agents agents = home.agents();
    Optional<Agent> agent = agents.find(name);
    List<String> known = List.copyOf(agents.names());
    if (agent.isEmpty() && !known.isEmpty()) {
      // A home without agents may be that of another machine's runner; this one has some.
      output.remark("there is no agent %s; there are %s".formatted(name, String.join(", ", known)));
      return ExitCode.NOT_FOUND;
    }
    JobHandle handle = pulse.submit(Runner.JOB, args, options -> options(options, agent));
    if (wait) {
      return ended(new Waiting(pulse, output).until(handle));
    }
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", handle.id().toString());
          json.writeEndObject();
        },
        screen -> screen.line(handle.id().toString()));
    return ExitCode.OK;
  }

  private void options(JobOptions options, Optional<Agent> agent) {
    options.topic(Runner.TOPIC).maxAttempts(maxAttempts);
    agent.ifPresent(one -> options.limits(Runner.limits(one).toArray(String[]::new)));
  }

  private ExitCode ended(Job job) {
    Optional<RunResult> result = RunResult.of(job);
    output.answer(
        json -> JobJson.job(json, job),
        screen -> {
          screen.line(
              job.id() + " " + result.map(RunResult::outcome).orElse(job.status().toString()));
          result.map(RunResult::output).filter(text -> !text.isEmpty()).ifPresent(screen::line);
        });
    if (job.status() == JobStatus.COMPLETED) {
      return ExitCode.OK;
    }
    String why = job.lastError() == null ? "" : ": " + job.lastError();
    output.remark("agent %s: %s%s".formatted(name, job.status(), why));
    return ExitCode.FAILED;
  }
}
