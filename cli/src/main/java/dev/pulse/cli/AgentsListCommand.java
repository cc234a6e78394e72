package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.registry.Problem;
import dev.pulse.agents.registry.Program;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse agents list}: the agent files of a home, and what is wrong with them (A1). */
@Command(
    name = "list",
    description = "Lists the agents of a home; exit 1 if a file cannot be used.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse agents list --home ./demo"})
final class AgentsListCommand implements Callable<Integer> {
  @Mixin private AgentHome home = new AgentHome();
  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    Agents agents = home.agents();
    List<Agent> found = agents.list();
    List<Problem> problems = agents.problems();
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "agents", found, AgentsListCommand::write);
          JobJson.list(json, "problems", problems, AgentsListCommand::write);
          json.writeEndObject();
        },
        screen -> show(found, agents, screen));
    problems.forEach(problem -> output.hint(problem.toString()));
    boolean wrong = problems.stream().anyMatch(Problem::fatal);
    return (wrong ? ExitCode.FAILED : ExitCode.OK).number;
  }

  private static void show(List<Agent> agents, Agents home, Screen screen) {
    if (agents.isEmpty()) {
      screen.line("no agents in " + home.folder());
      return;
    }
    var table =
        new Table(
            Table.Column.whole("NAME"),
            Table.Column.of("PROGRAM"),
            Table.Column.of("MODEL"),
            Table.Column.of("LIMITS"),
            Table.Column.of("DESCRIPTION"));
    for (Agent agent : agents) {
      String model = model(agent);
      table.row(
          Table.Cell.of(agent.name()),
          Table.Cell.of(program(agent)),
          Table.Cell.of(model == null ? "" : model),
          Table.Cell.of(String.join(" ", agent.bounds().limits())),
          Table.Cell.of(agent.description()));
    }
    screen.table(table);
  }

  private static void write(JsonGenerator json, Agent agent) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", agent.name());
    json.writeStringField("description", agent.description());
    json.writeStringField("program", program(agent));
    json.writeStringField("model", model(agent));
    json.writeNumberField("timeout_ms", agent.bounds().timeout().toMillis());
    JobJson.list(json, "limits", agent.bounds().limits(), JsonGenerator::writeString);
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Problem problem) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", problem.file().toString());
    json.writeNumberField("line", problem.line());
    json.writeStringField("text", problem.text());
    json.writeBooleanField("fatal", problem.fatal());
    json.writeEndObject();
  }

  private static String program(Agent agent) {
    return switch (agent.program()) {
      case Program.Llm llm -> llm.cli().program();
      case Program.Command(List<String> words) -> String.join(" ", words);
    };
  }

  private static @Nullable String model(Agent agent) {
    return agent.program() instanceof Program.Llm llm ? llm.model() : null;
  }
}
