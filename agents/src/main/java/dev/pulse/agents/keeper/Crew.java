package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.AgentStatus.Trouble;
import dev.pulse.agents.org.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The standing agents that are at work: what the fleet lists, as far as it can be used, and in
 * place of what cannot be used what was there before.
 */
final class Crew {
  private final Path folder;
  private final Workshop shop;
  private final Showcase showcase;
  private final Map<String, Beat> beats = new LinkedHashMap<>();
  private final Map<String, AgentStatus> broken = new LinkedHashMap<>();
  private List<Trouble> troubles = List.of();
  private boolean known;

  Crew(Path folder, Workshop shop, Showcase showcase) {
    this.folder = folder;
    this.shop = shop;
    this.showcase = showcase;
  }

  /** Reads the fleet and every file it names again: starts, changes and ends agents accordingly. */
  synchronized void reload() {
    if (!known && !Files.exists(shop.specs().fleetFile())) {
      return; // a home without standing agents
    }
    Reading<Fleet> reading = shop.specs().fleet();
    if (reading.value().isEmpty()) {
      setTroubles(told(reading.problems()));
      return;
    }
    Fleet fleet = reading.value().get();
    if (!known) {
      showcase.only(fleet.members().keySet());
    }
    known = true;
    beats.values().removeIf(Beat::hasEnded);
    broken.clear();
    int starting = 0;
    for (var heading : fleet.members().entrySet()) {
      starting += follow(heading.getKey(), heading.getValue(), starting) ? 1 : 0;
    }
    beats.forEach(
        (name, beat) -> {
          if (!fleet.members().containsKey(name)) {
            beat.retire();
            showcase.hide(name);
          }
        });
    setTroubles(told(fleet.problems()));
  }

  /** Answers whether the agent was started. */
  private boolean follow(String name, Reading<Member> heading, int index) {
    Beat beat = beats.get(name);
    List<Trouble> found = told(heading.problems());
    if (heading.value().isEmpty()) {
      if (beat == null) {
        broken.put(name, AgentStatus.broken(name, found));
        showcase.show(AgentStatus.broken(name, found));
      } else {
        boolean _ = beat.follow(beat.agent().member(), found);
      }
      return false;
    }
    Member member = heading.value().get();
    if (beat != null && beat.follow(member, found)) {
      return false;
    }
    var agent =
        new StandingAgent(
            member, index, new AgentFolder(folder.resolve(name)), shop, showcase::show);
    var fresh = new Beat(agent, shop.clock());
    beats.put(name, fresh);
    fresh.start();
    return true;
  }

  private List<Trouble> told(List<Problem> problems) {
    String file = shop.relative(shop.specs().fleetFile());
    return problems.stream()
        .map(problem -> new Trouble(file, problem.line(), problem.text()))
        .toList();
  }

  private void setTroubles(List<Trouble> now) {
    troubles = now;
    showcase.troubles(now);
  }

  /** What is wrong with the fleet itself, and of no agent in particular. */
  synchronized List<Trouble> troubles() {
    return troubles;
  }

  /** Everybody's, from memory: nobody who is busy is asked. */
  synchronized List<AgentStatus> status() {
    var all = new ArrayList<AgentStatus>();
    beats.values().stream()
        .filter(beat -> !beat.hasEnded())
        .forEach(beat -> all.add(beat.agent().status()));
    all.addAll(broken.values());
    return all;
  }

  synchronized Optional<Beat> find(String name) {
    return Optional.ofNullable(beats.get(name)).filter(beat -> !beat.hasEnded());
  }

  synchronized List<Beat> all() {
    return List.copyOf(beats.values());
  }

  /** Every file that somebody may edit. */
  synchronized List<Path> files() {
    var files = new ArrayList<Path>();
    files.add(shop.specs().fleetFile());
    for (Beat beat : beats.values()) {
      Member member = beat.agent().member();
      files.add(member.definition());
      if (member.lifecycle() != null) {
        files.add(member.lifecycle());
      }
    }
    return files.stream().distinct().toList();
  }

  void stop() throws InterruptedException {
    for (Beat beat : all()) {
      beat.stop();
    }
  }
}
