package dev.pulse.server.job;

import java.util.ArrayList;
import java.util.List;

/**
 * The limit that every agent's job carries, whoever makes it: plans, standing agents, slings,
 * people. As long as nobody sets it, it admits them all.
 */
final class AgentLimit {
  static final String NAME = "scheduler.max_agents";

  private AgentLimit() {}

  /** What a job counts against: the limits it was given, and this one if it is an agent's. */
  static List<String> carried(NewJob job) {
    if (!job.name().equals("agent") || !job.topic().equals("agents")) {
      return job.limits();
    }
    var carried = new ArrayList<>(job.limits());
    carried.add(NAME);
    return carried.stream().distinct().sorted().toList();
  }
}
