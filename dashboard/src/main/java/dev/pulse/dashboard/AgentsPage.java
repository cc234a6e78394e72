package dev.pulse.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Job;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Standing agents: where each one is in its day, and what it does next (K1–K9). */
final class AgentsPage implements Page {
  private static final int LONGEST_OUTPUT = 8000;

  /**
   * Every standing agent.
   *
   * @param troubles what is wrong with the fleet itself
   */
  record FleetView(List<StandingAgent> agents, List<String> troubles) {}

  /**
   * One of them.
   *
   * @param output what its last run answered
   * @param log what its run under way has written; empty: there is none
   */
  record View(StandingAgent agent, String output, String log) {}

  @Override
  public void on(Site site) {
    site.show("/agents", AgentsPage::fleet)
        .show("/agents/{name}", AgentsPage::detail)
        .act("/agents/{name}/tick", AgentsPage::tick);
  }

  private static Screen fleet(Visit visit) {
    List<String> troubles =
        visit
            .pulse()
            .statuses()
            .find("keeper", "fleet")
            .map(fleet -> StandingAgent.troubles(Shown.tree(fleet).path("problems")))
            .orElse(List.of());
    return new Screen(
        "Standing agents", "agents", new FleetView(StandingAgent.all(visit.pulse()), troubles));
  }

  private static Screen detail(Visit visit) {
    String name = visit.at("name");
    StandingAgent agent =
        StandingAgent.find(visit.pulse(), name)
            .orElseThrow(
                () ->
                    Refused.notFound(
                        "No keeper shows a standing agent %s.".formatted(Text.brief(name))));
    String log = agent.job().map(job -> Shown.log(visit.pulse(), job)).orElse("");
    return new Screen(name, "agent", new View(agent, output(visit.pulse(), agent), log));
  }

  /** The whole answer where its job is still kept; else the words that the keeper remembers. */
  private static String output(Pulse pulse, StandingAgent agent) {
    return agent
        .lastJob()
        .flatMap(job -> result(pulse, job))
        .map(result -> result.isTextual() ? result.asText() : result.path("output").asText())
        .filter(text -> !text.isBlank())
        .map(text -> Text.bounded(text, LONGEST_OUTPUT))
        .orElse(agent.lastDetail());
  }

  private static Optional<JsonNode> result(Pulse pulse, UUID id) {
    try {
      Job job = pulse.job(id);
      return job.result() == null ? Optional.empty() : Optional.of(Shown.tree(job.result()));
    } catch (PulseException e) {
      if (e.code() == PulseException.Code.NOT_FOUND) {
        return Optional.empty(); // a rest runs no job, and old ones are pruned
      }
      throw e;
    }
  }

  private static Done tick(Visit visit) {
    String name = visit.at("name");
    return Commands.ask(
        visit.pulse(), "keeper", "agent.tick", Map.of("agent", name), name + " ticks.");
  }
}
