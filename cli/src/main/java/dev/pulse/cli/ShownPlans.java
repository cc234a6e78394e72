package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Pulse;
import dev.pulse.StatusDocument;
import dev.pulse.agents.relay.PlanBoard;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows how plans stand to whoever asks the server: status documents of the kind {@code plan}. */
record ShownPlans(Pulse pulse) implements PlanBoard {
  private static final String KIND = "plan";
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public void put(String plan, Map<String, Object> document) {
    pulse.statuses().put(KIND, plan, document);
  }

  @Override
  public void remove(String plan) {
    pulse.statuses().remove(KIND, plan);
  }

  @Override
  public Set<String> shownBy(String relay) {
    return pulse
        .statuses()
        .list(KIND)
        .filter(plan -> relay.equals(read(plan).path(PlanBoard.RELAY).asText()))
        .map(StatusDocument::name)
        .collect(Collectors.toSet());
  }

  private static JsonNode read(StatusDocument plan) {
    try {
      return JSON.readTree(plan.document().text());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a status document that is no JSON", e);
    }
  }
}
