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
import java.util.function.Predicate;

/**
 * The standing agents that are at work: what the fleet lists, as far as it can be used, and in
 * place of what cannot be used what was there before.
 */
final class Crew {
  private final Path folder;
  private final Workshop shop;
  private final Showcase showcase;
  private final Map<String, Beat> beats = new LinkedHashMap<>();
  private boolean known;

  /** What others are told: kept aside, so that nobody waits for a fleet that is being read. */
  private volatile View view = new View(List.of(), List.of(), List.of());

  private record View(List<Beat> beats, List<AgentStatus> broken, List<Trouble> troubles) {
    View with(List<Trouble> other) {
      return new View(beats, broken, other);
    }
  }

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
      show(view.with(told(reading.problems())));
      return;
    }
    Fleet fleet = reading.value().get();
    if (!known) {
      showcase.only(fleet.members().keySet());
    }
    known = true;
    beats.values().removeIf(Beat::hasEnded);
    var broken = new ArrayList<AgentStatus>();
    int starting = 0;
    for (var heading : fleet.members().entrySet()) {
      Optional<Member> member = heading.getValue().value();
      if (member.isPresent()) {
        starting += follow(member.get(), starting) ? 1 : 0;
      } else {
        keep(heading.getKey(), told(heading.getValue().problems())).ifPresent(broken::add);
      }
    }
    Predicate<String> gone = name -> !fleet.members().containsKey(name);
    beats.forEach(
        (name, beat) -> {
          if (gone.test(name)) {
            beat.retire();
          }
        });
    view.broken().stream().map(AgentStatus::name).filter(gone).forEach(showcase::hide);
    show(new View(List.copyOf(beats.values()), List.copyOf(broken), told(fleet.problems())));
  }

  /** A heading that cannot be used: its agent stays as it is, if there ever was one. */
  private Optional<AgentStatus> keep(String name, List<Trouble> troubles) {
    Beat beat = beats.get(name);
    if (beat != null && beat.follow(beat.agent().member(), troubles)) {
      return Optional.empty();
    }
    AgentStatus broken = AgentStatus.broken(name, troubles);
    showcase.show(broken);
    return Optional.of(broken);
  }

  /** Answers whether the agent was started. */
  private boolean follow(Member member, int index) {
    Beat beat = beats.get(member.name());
    if (beat != null && beat.follow(member, List.of())) {
      return false;
    }
    var own = new AgentFolder(folder.resolve(member.name()));
    var agent = new StandingAgent(member, index, own, shop, showcase::show);
    var fresh = new Beat(agent, shop.clock(), () -> showcase.hide(member.name()));
    beats.put(member.name(), fresh);
    fresh.start();
    return true;
  }

  private List<Trouble> told(List<Problem> problems) {
    String file = shop.relative(shop.specs().fleetFile());
    return problems.stream()
        .map(problem -> new Trouble(file, problem.line(), problem.text()))
        .toList();
  }

  private void show(View now) {
    view = now;
    showcase.troubles(now.troubles());
  }

  /** What is wrong with the fleet itself, and of no agent in particular. */
  List<Trouble> troubles() {
    return view.troubles();
  }

  /** Everybody's, from memory: nobody who is busy is asked. */
  List<AgentStatus> status() {
    View now = view;
    var all = new ArrayList<AgentStatus>();
    now.beats().stream()
        .filter(beat -> !beat.hasEnded())
        .forEach(beat -> all.add(beat.agent().status()));
    all.addAll(now.broken());
    return all;
  }

  Optional<Beat> find(String name) {
    return all().stream().filter(beat -> beat.agent().member().name().equals(name)).findFirst();
  }

  List<Beat> all() {
    return view.beats().stream().filter(beat -> !beat.hasEnded()).toList();
  }

  /** Those that want a tick when tasks were dispatched (G6). */
  List<Beat> wakingOnDispatch() {
    return all().stream().filter(beat -> beat.agent().member().wakesOnDispatch()).toList();
  }

  /** Every file that somebody may edit. */
  List<Path> files() {
    var files = new ArrayList<Path>();
    files.add(shop.specs().fleetFile());
    for (Beat beat : all()) {
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
