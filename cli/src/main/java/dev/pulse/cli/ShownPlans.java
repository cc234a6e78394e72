package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.relay.PlanBoard;
import java.util.Map;

/** Shows how plans stand to whoever asks the server: status documents of the kind {@code plan}. */
record ShownPlans(Pulse pulse) implements PlanBoard {
  private static final String KIND = "plan";

  @Override
  public void put(String plan, Map<String, Object> document) {
    pulse.statuses().put(KIND, plan, document);
  }

  @Override
  public void remove(String plan) {
    pulse.statuses().remove(KIND, plan);
  }
}
