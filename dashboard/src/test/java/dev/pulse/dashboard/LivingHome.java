package dev.pulse.dashboard;

import dev.pulse.Pulse;
import dev.pulse.agents.keeper.Keeper;
import dev.pulse.agents.keeper.KeeperConfig;
import dev.pulse.agents.keeper.KnownAgent;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.relay.PlanBoard;
import dev.pulse.agents.relay.Relay;
import dev.pulse.agents.runner.Runner;
import dev.pulse.agents.runner.RunnerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A home with plans and standing agents, and everything that works on it: as the demo has it. */
final class LivingHome implements AutoCloseable {
  private static final String AGENT = "---\ncommand: [sh]\ntimeout: 1m\n---\n";
  private static final String TICKER =
      "---\ncommand: [sh, -c, 'cat >/dev/null; echo \"I was in $PULSE_STATE\"']\n---\n";

  final Path home;
  private final Runner runner;
  private final Relay relay;
  private final Keeper keeper;

  LivingHome(Pulse pulse, Path home) throws Exception {
    this.home = home.toRealPath();
    files();
    var agents = Agents.in(home);
    runner = Runner.start(pulse, home, RunnerOptions.DEFAULT);
    relay =
        Relay.start(
            pulse, home, name -> agents.find(name).map(Runner::limits), new Statuses(pulse));
    keeper =
        Keeper.start(
            pulse,
            home,
            name ->
                agents
                    .find(name)
                    .map(agent -> new KnownAgent(null, List.of(), Runner.limits(agent))),
            KeeperConfig.DEFAULT);
  }

  private record Statuses(Pulse pulse) implements PlanBoard {
    @Override
    public void put(String plan, Map<String, Object> document) {
      pulse.statuses().put(PlanSheet.KIND, plan, document);
    }

    @Override
    public void remove(String plan) {
      pulse.statuses().remove(PlanSheet.KIND, plan);
    }

    @Override
    public Set<String> shownBy(String relay) {
      return Set.of();
    }
  }

  private void files() throws Exception {
    write("agents/shell.md", AGENT);
    write("agents/ticker.md", TICKER);
    write(
        "day.org",
        "#+START: morning\n\n* morning\n:PROPERTIES:\n:REPEAT: 2\n:NEXT: evening\n:END:\n\n"
            + "* evening\n:PROPERTIES:\n:NEXT: night\n:END:\n\n"
            + "* night\n:PROPERTIES:\n:KIND: rem\n:NEXT: morning\n:END:\n");
    write(
        "fleet.org",
        "* wren\n"
            + ":PROPERTIES:\n"
            + ":DEF: agents/ticker.md\n"
            + ":LIFECYCLE: day.org\n"
            + ":INTERVAL: 6h\n"
            + ":END:\n\n"
            + "* lost\n"
            + ":PROPERTIES:\n"
            + ":DEF: agents/nobody.md\n"
            + ":INTERVAL: 1h\n"
            + ":END:\n");
    write("plans/drafts/website.md", plan("A new website", "shell", "echo hello"));
    write("plans/drafts/unfit.md", plan("Nobody can do it", "nobody-there", "echo hello"));
    write(
        "plans/active/release.md",
        plan("Release", "shell", "echo built; touch built")
            + "### Component 2: Look\n**Status:** PENDING\n**Agent:** HUMAN\n\n"
            + "Is <b>it</b> good enough?\n\n"
            + "### Component 3: Ship\n**Status:** PENDING\n**Agent:** shell\n\necho shipped\n");
    write("plans/active/luckless.md", plan("Luckless", "shell", "echo trying; test -f luck"));
  }

  static String plan(String title, String agent, String script) {
    return "# %s\n\n**Scheduler:** pulse\n\n### Component 1: Begin\n**Status:** PENDING\n**Agent:** %s\n\n%s\n\n"
        .formatted(title, agent, script);
  }

  void write(String name, String text) throws Exception {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** How a plan stands, as its relay shows it. */
  static Optional<PlanSheet> plan(Pulse pulse, String name) {
    return PlanSheet.find(pulse, name);
  }

  @Override
  public void close() {
    keeper.close();
    relay.close();
    runner.close();
  }
}
