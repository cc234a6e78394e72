package dev.pulse.agents.relay;

import java.util.Map;

/** Where the relay shows how its plans stand: status documents of the kind {@code plan}. */
public interface PlanBoard {
  /** Shows nothing to nobody; the files and the log tell everything. */
  PlanBoard NONE =
      new PlanBoard() {
        @Override
        public void put(String plan, Map<String, Object> document) {}

        @Override
        public void remove(String plan) {}
      };

  /** Shows a plan, in place of what was shown of it. */
  void put(String plan, Map<String, Object> document);

  /** Shows the plan no longer. */
  void remove(String plan);
}
