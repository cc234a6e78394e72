package dev.pulse.server.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is asked for. Whatever exists of this type can be started: its nodes form a graph
 * without cycles (N1).
 *
 * @param id of the caller's choice, which makes starting it idempotent; null: ours
 */
public record NewRun(@Nullable UUID id, String name, List<NewNode> nodes) {
  static final int MOST_NODES = 1000;

  public NewRun {
    RunRules.name("name", name);
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty() || nodes.size() > MOST_NODES) {
      throw RunRefused.invalid(
          "a run has 1 to %d nodes, this one has %d".formatted(MOST_NODES, nodes.size()));
    }
    check(nodes);
  }

  /** The same nodes, each after the one before it unless it says otherwise. */
  public static NewRun chained(@Nullable UUID id, String name, List<NewNode> nodes) {
    var chain = new ArrayList<NewNode>();
    for (NewNode node : nodes) {
      boolean follows = node.after() == null && !chain.isEmpty();
      chain.add(follows ? node.after(List.of(chain.getLast().id())) : node);
    }
    return new NewRun(id, name, chain);
  }

  private static void check(List<NewNode> nodes) {
    Set<String> ids = new HashSet<>();
    for (NewNode node : nodes) {
      if (!ids.add(node.id())) {
        throw RunRefused.invalid("there are two nodes " + node.id());
      }
    }
    Map<String, Integer> open = new HashMap<>();
    Map<String, List<String>> next = new HashMap<>();
    for (NewNode node : nodes) {
      Set<String> before = new HashSet<>(node.before());
      for (String other : before) {
        if (!ids.contains(other)) {
          throw RunRefused.invalid(
              "node %s is after %s, which is no node here".formatted(node.id(), other));
        }
        next.computeIfAbsent(other, _ -> new ArrayList<>()).add(node.id());
      }
      open.put(node.id(), before.size());
    }
    refuseCycles(open, next);
  }

  /** Takes away what depends on nothing until nothing is left, or only a cycle is. */
  private static void refuseCycles(Map<String, Integer> open, Map<String, List<String>> next) {
    var free = new ArrayDeque<String>();
    open.forEach(
        (id, before) -> {
          if (before == 0) {
            free.add(id);
          }
        });
    while (!free.isEmpty()) {
      String id = free.remove();
      open.remove(id);
      for (String other : next.getOrDefault(id, List.of())) {
        if (open.merge(other, -1, Integer::sum) == 0) {
          free.add(other);
        }
      }
    }
    if (!open.isEmpty()) {
      throw RunRefused.invalid(
          "these nodes are after each other in a circle, or after one: "
              + open.keySet().stream().sorted().limit(10).toList());
    }
  }
}
