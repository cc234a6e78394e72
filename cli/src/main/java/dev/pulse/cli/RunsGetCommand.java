package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Run;
import dev.pulse.Wait;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code pulse runs get}: a run, its nodes, its waits and who answered them (N9). */
@Command(
    name = "get",
    description = "Shows a run with its nodes and waits.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs get 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class RunsGetCommand extends RunCommand {
  @Override
  ExitCode run(Pulse pulse) {
    Run found = pulse.runs().get(run);
    output.answer(json -> RunJson.run(json, found), screen -> show(found, screen));
    return ExitCode.OK;
  }

  private static void show(Run run, Screen screen) {
    screen.fact("id", run.id());
    screen.fact("name", run.name());
    screen.fact("status", run.status().name().toLowerCase(Locale.ROOT));
    screen.fact("round", run.round() == 1 ? null : run.round());
    screen.time("created", run.createdAt());
    screen.time("closed", run.closedAt());
    for (Run.Node node : run.nodes()) {
      String what = node.job() == null ? "waits for " + node.signal() : "job " + node.job();
      String why = node.error() == null ? "" : ": " + Screen.oneLine(node.error());
      screen.line("  %-12s %-10s %s%s".formatted(node.id(), node.status(), what, why));
    }
    for (Wait wait : run.waits()) {
      screen.fact("wait", wait.id() + " " + wait.signal() + " " + wait.status());
      screen.fact("  question", wait.question());
      screen.time("  until", wait.isPending() ? wait.expiresAt() : null);
      screen.fact("  link", wait.url());
      if (wait.receipt() != null) {
        screen.fact("  answered by", wait.receipt().deliveredBy());
        screen.fact("  payload", wait.receipt().payload());
      }
    }
  }
}
