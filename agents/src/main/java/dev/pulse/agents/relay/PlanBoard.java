package dev.pulse.agents.relay;

import java.util.Map;
import java.util.Set;

/** Where the relay shows how its plans stand: status documents of the kind {@code plan}. */
public interface PlanBoard {
  /** Under this name a document says which relay it is from. */
  String RELAY = "relay";

  /** Shows nothing to nobody; the files and the log tell everything. */
  PlanBoard NONE =
      new PlanBoard() {
        @Override
        public void put(String plan, Map<String, Object> document) {}

        @Override
        public void remove(String plan) {}

        @Override
        public Set<String> shownBy(String relay) {
          return Set.of();
        }
      };

  /** Shows a plan, in place of what was shown of it. */
  void put(String plan, Map<String, Object> document);

  /** Shows the plan no longer. */
  void remove(String plan);

  /** The plans that this relay shows, also those it showed before it was started again. */
  Set<String> shownBy(String relay);
}
