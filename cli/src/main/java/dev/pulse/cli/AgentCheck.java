package dev.pulse.cli;

import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.registry.Problem;
import java.nio.file.Path;
import java.util.List;

/** Looks at the agent files of a home. */
final class AgentCheck {
  private AgentCheck() {}

  static Finding of(Path home) {
    Agents agents = Agents.in(home);
    List<Problem> problems = agents.problems();
    int number = agents.names().size();
    if (problems.isEmpty()) {
      return Finding.ok("files", "%d agents in %s".formatted(number, agents.folder()));
    }
    String more = problems.size() == 1 ? "" : ", and %d more".formatted(problems.size() - 1);
    return Finding.warn("files", problems.getFirst() + more + ": see pulse agents list");
  }
}
