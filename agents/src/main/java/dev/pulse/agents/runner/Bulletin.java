package dev.pulse.agents.runner;

import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.registry.Program;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the server which agents there are, so that others can ask it: now, and soon after a file
 * has changed. What could not be told is told the next time.
 */
final class Bulletin implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Bulletin.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("agent-bulletin").factory());
  private final Agents agents;
  private final Links links;
  private final Map<String, Map<String, Object>> told = new HashMap<>();

  Bulletin(Agents agents, Links links) {
    this.agents = agents;
    this.links = links;
  }

  Bulletin start() {
    var _ =
        looks.scheduleWithFixedDelay(
            this::lookQuietly, 0, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  private void lookQuietly() {
    try {
      look();
    } catch (RuntimeException e) {
      log.debug("the agents could not be told", e);
    }
  }

  /** Tells what has changed since the last look. */
  void look() {
    List<Agent> found = agents.list();
    for (Agent agent : found) {
      Map<String, Object> document = document(agent);
      if (!document.equals(told.get(agent.name()))) {
        links.publish(agent.name(), document);
        told.put(agent.name(), document);
      }
    }
    var names = found.stream().map(Agent::name).toList();
    for (String gone : Set.copyOf(told.keySet())) {
      if (!names.contains(gone)) {
        links.withdraw(gone);
        told.remove(gone);
      }
    }
  }

  static Map<String, Object> document(Agent agent) {
    var document = new LinkedHashMap<String, Object>();
    document.put("description", agent.description());
    switch (agent.program()) {
      case Program.Llm llm -> {
        document.put("program", llm.cli().program());
        if (llm.model() != null) {
          document.put("model", llm.model());
        }
      }
      case Program.Command(List<String> words) -> document.put("program", words.getFirst());
    }
    document.put("limits", Runner.limits(agent));
    document.put("timeout_ms", agent.bounds().timeout().toMillis());
    return document;
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
