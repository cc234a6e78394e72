package dev.pulse.agents.relay;

import dev.pulse.PulseException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how the plans stand: in the log, on the board, and to people who asked to be told. */
final class Bulletin {
  private static final Logger log = LoggerFactory.getLogger("dev.pulse.relay");

  private final PlanBoard board;
  private final Notices notices;
  private final String relay;
  private final Map<String, Map<String, Object>> shown = new HashMap<>();
  private final Map<String, String> said = new HashMap<>();
  private final Set<String> shelved = new HashSet<>();

  /**
   * @param relay which one this is, for ever
   */
  Bulletin(PlanBoard board, Notices notices, String relay) {
    this.board = board;
    this.notices = notices;
    this.relay = relay;
  }

  /**
   * Shows the plan if it differs from what was shown; what lint found goes to the log (R3, R15).
   */
  void show(Path file, Plan plan, List<Problem> problems) {
    PlanView view = PlanView.of(file, plan, problems);
    String findings =
        String.join("; ", problems.stream().limit(20).map(Problem::toString).toList());
    if (!findings.equals(said.put(view.name() + "\n", findings)) && !findings.isEmpty()) {
      log.warn("plan {}: {}", view.name(), findings);
    }
    put(view.name(), view.document());
  }

  /** Something stands in the way of this plan. Said once, until something else does. */
  void trouble(Path file, String message) {
    String plan = PlanFile.name(file);
    if (!message.equals(said.put(plan, message))) {
      log.warn("plan {}: {}", plan, message);
    }
    put(plan, Plans.unfit(file, message).document());
  }

  void event(String plan, String message) {
    said.remove(plan);
    log.info("plan {}: {}", plan, message);
  }

  void gate(String plan, Component gate) {
    String message = "component %d, %s, waits for a person".formatted(gate.number(), gate.title());
    event(plan, message);
    notices.tell(Notices.Event.GATE, plan, gate.number(), message);
  }

  void retired(String plan, Step.Retire retire, Path to, int component) {
    event(plan, "%s; it is now %s".formatted(retire.why(), to));
    gone(plan);
    switch (retire.ending()) {
      case COMPLETED -> notices.tell(Notices.Event.FINISHED, plan, 0, "finished");
      case FAILED -> notices.tell(Notices.Event.FAILED, plan, component, retire.why());
    }
  }

  void gone(String plan) {
    said.remove(plan);
    said.remove(plan + "\n");
    if (shown.remove(plan) != null) {
      quietly(() -> board.remove(plan));
    }
  }

  /**
   * Shows plans that lie still for as long as they do; of two with one name the first.
   *
   * @param active the names of those that do not
   * @return false: the board was not reached
   */
  boolean showStill(List<Path> files, Set<String> active, Plans plans) {
    var names = new HashSet<String>();
    boolean reached = true;
    for (Path file : files) {
      String name = PlanFile.name(file);
      if (active.contains(name) || !names.add(name)) {
        continue;
      }
      try {
        reached &= put(name, plans.view(file).document());
      } catch (NoSuchFileException e) {
        names.remove(name); // moved while we looked
      } catch (IOException e) {
        reached &= put(name, Plans.unfit(file, "cannot be read: " + Paths.why(e)).document());
      }
    }
    shelved.stream()
        .filter(name -> !names.contains(name) && !active.contains(name))
        .forEach(this::gone);
    shelved.clear();
    shelved.addAll(names);
    return reached;
  }

  /** Takes down what was shown before this relay was started, and is there no longer. */
  boolean sweep(Set<String> active) {
    return quietly(
        () ->
            board.shownBy(relay).stream()
                .filter(name -> !shelved.contains(name) && !active.contains(name))
                .forEach(board::remove));
  }

  private boolean put(String plan, Map<String, Object> document) {
    document.put(PlanBoard.RELAY, relay);
    return document.equals(shown.put(plan, document)) || quietly(() -> board.put(plan, document));
  }

  /** A board that cannot be reached keeps no plan from running. */
  private boolean quietly(Runnable change) {
    try {
      change.run();
      return true;
    } catch (PulseException e) {
      shown.clear();
      log.debug("the board was not reached: {}", e.getMessage());
      return false;
    }
  }
}
