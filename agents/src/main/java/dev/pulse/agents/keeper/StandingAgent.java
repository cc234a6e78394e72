package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.AgentStatus.Trouble;
import dev.pulse.agents.keeper.Lifecycle.State;
import dev.pulse.agents.org.Problem;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One standing agent: its files, its day, and what a tick does. One thread calls it; anybody may
 * ask for its {@link #status}, which is answered from memory.
 */
final class StandingAgent {
  private final Workshop shop;
  private final AgentFolder folder;
  private final Consumer<AgentStatus> told;
  private volatile AgentStatus status;
  private volatile Member member; // volatile: a dream is run by another thread
  private volatile @Nullable Definition definition;
  private @Nullable Lifecycle lifecycle;
  private List<Trouble> fleetTroubles = List.of();
  private List<Trouble> troubles = List.of();
  private @Nullable String pullTrouble;
  private Day day;
  private @Nullable Instant lastRun;
  private Instant nextRun;
  private @Nullable Verdict last;
  private @Nullable UUID job;
  private @Nullable UUID lastJob;
  private boolean running;

  /**
   * @param index which it is of those that start together
   * @param told hears of each change of status
   */
  StandingAgent(
      Member member, int index, AgentFolder folder, Workshop shop, Consumer<AgentStatus> told) {
    this.member = member;
    this.folder = folder;
    this.shop = shop;
    this.told = told;
    Instant now = shop.clock().instant();
    this.lastRun = folder.lastRun().orElse(null);
    this.nextRun =
        now.plus(
            lastRun == null
                ? Cadence.first(index)
                : Cadence.catchUp(member.interval(), lastRun, now));
    this.day =
        new Day(
            folder.position().orElse(new Position("", 0)),
            0,
            folder.ran(),
            Map.of(),
            folder.quarantined());
    readSpecs();
    this.status = snapshot();
    told.accept(status);
  }

  AgentStatus status() {
    return status;
  }

  Instant nextRun() {
    return nextRun;
  }

  Member member() {
    return member;
  }

  /** Whether a run outlived the process that began it. */
  boolean hasRunUnderWay() {
    return folder.underWay().isPresent();
  }

  /** Its heading was read again, and these files too. */
  void look(Member now, List<Trouble> fleetTroubles) {
    boolean otherPace = !now.interval().equals(member.interval());
    member = now;
    this.fleetTroubles = fleetTroubles;
    readSpecs();
    if (otherPace && lastRun != null) {
      Instant due = lastRun.plus(day.resting(member.interval()));
      Instant soonest = shop.clock().instant();
      nextRun = due.isBefore(soonest) ? soonest : due;
    }
    tell();
  }

  /**
   * One tick (K2). Whatever happens in it, the next one is scheduled.
   *
   * @param byHand whether somebody asked for it, who will also have looked at what was quarantined
   */
  void tick(boolean byHand) throws InterruptedException {
    Instant now = shop.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    running = true;
    lastRun = now;
    tell();
    Duration delay = member.interval();
    try {
      folder.lastRun(now);
      pullTrouble = shop.pull().pull().orElse(null);
      readSpecs();
      delay = turn(now, byHand);
    } catch (UncheckedIOException e) {
      troubles = with(troubles, new Trouble("keeper/" + member.name(), 0, "cannot write: " + e));
    } finally {
      scheduled(delay);
    }
  }

  /** Finds the run again that was under way, and enters its outcome as if nothing had happened. */
  void resume() throws InterruptedException {
    Optional<AgentFolder.Run> run = folder.underWay();
    if (run.isEmpty() || lifecycle == null || definition == null) {
      return;
    }
    running = true;
    Duration delay = member.interval();
    try {
      delay = finish(run.get(), lifecycle, definition);
    } finally {
      Instant now = shop.clock().instant();
      scheduled(Cadence.catchUp(delay, run.get().tick(), now));
    }
  }

  private Duration turn(Instant now, boolean byHand) throws InterruptedException {
    Lifecycle lifecycle = this.lifecycle;
    Definition definition = this.definition;
    if (lifecycle == null || definition == null) {
      return member.interval(); // there never was a version to run; the status says why
    }
    resumeFirst(lifecycle, definition);
    if (byHand) {
      day = day.released();
    }
    keep();
    return switch (day.turn(lifecycle, now)) {
      case Turn.Wake _, Turn.Rem _ -> {
        Position place = day.passing(lifecycle).orElseThrow();
        var run = new AgentFolder.Run(UUID.randomUUID(), now, place);
        folder.begin(run);
        yield finish(run, lifecycle, definition);
      }
      case Turn.Gated _, Turn.Quarantined _ -> day.resting(member.interval());
    };
  }

  /** A run whose outcome could not be entered while its files were broken. */
  private void resumeFirst(Lifecycle lifecycle, Definition definition) throws InterruptedException {
    Optional<AgentFolder.Run> run = folder.underWay();
    if (run.isPresent()) {
      finish(run.get(), lifecycle, definition);
    }
  }

  /** Entering an outcome twice is entering it once: it starts from the place the run started at. */
  private Duration finish(AgentFolder.Run run, Lifecycle lifecycle, Definition definition)
      throws InterruptedException {
    Position place = run.place().within(lifecycle);
    State state = lifecycle.state(place.state());
    job = run.job();
    tell();
    Verdict verdict = verdict(run, state, definition);
    job = null;
    last = verdict;
    lastJob = run.job();
    if (place.equals(run.place())) {
      day = day.after(place, verdict.outcome(), lifecycle, run.tick(), member.maxFails());
    }
    keep();
    folder.ended();
    Turn turn = state.kind() == Lifecycle.Kind.REM ? new Turn.Rem(state) : new Turn.Wake(state);
    return day.delay(turn, verdict.outcome(), member.interval());
  }

  private Verdict verdict(AgentFolder.Run run, State state, Definition definition)
      throws InterruptedException {
    if (state.kind() == Lifecycle.Kind.WAKE) {
      return shop.runs()
          .run(
              run.job(),
              Orders.wake(
                  member.name(), definition, state, run.place().hits(), workdir(definition)));
    }
    return definition.known().dream().isEmpty()
        ? new Verdict(Outcome.DONE, "rested")
        : shop.runs().run(run.job(), Orders.dream(member.name(), state));
  }

  /** What it does in a quiet beat; empty: nothing. */
  Optional<Dreams.Dream> dream() {
    Definition definition = this.definition;
    return definition == null || definition.known().dream().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Dreams.Dream(definition.known().dream(), workdir(definition), folder.log()));
  }

  private Path workdir(Definition definition) {
    Path own = member.workdir();
    Path agents = definition.known().workdir();
    return own != null ? own : agents != null ? agents : folder.workdir();
  }

  /** The files say what the day says. */
  private void keep() {
    if (lifecycle != null && lifecycle.isDeclared()) {
      if (!folder.position().equals(Optional.of(day.position()))) {
        folder.position(day.position());
      }
      var known = folder.ran();
      day.ran()
          .forEach(
              (state, time) -> {
                if (!time.equals(known.get(state))) {
                  folder.ran(state, time);
                }
              });
    }
    folder.quarantine(day.quarantined());
  }

  private void scheduled(Duration delay) {
    running = false;
    job = null;
    nextRun = shop.clock().instant().plus(delay);
    tell();
  }

  /** What cannot be read leaves the last good version in force, and is told. */
  private void readSpecs() {
    var found = new ArrayList<Trouble>();
    Path file = member.lifecycle();
    if (file == null) {
      lifecycle = Lifecycle.NONE;
    } else {
      Reading<Lifecycle> reading = shop.specs().lifecycle(file);
      lifecycle = reading.value().orElse(lifecycle);
      found.addAll(troubles(file, reading.problems()));
    }
    Reading<Definition> reading = shop.specs().definition(member.definition());
    definition = reading.value().orElse(definition);
    found.addAll(troubles(member.definition(), reading.problems()));
    troubles = found;
    if (lifecycle != null) {
      day = day.at(day.position().within(lifecycle));
    }
  }

  private List<Trouble> troubles(Path file, List<Problem> problems) {
    return problems.stream()
        .map(problem -> new Trouble(shop.relative(file), problem.line(), problem.text()))
        .toList();
  }

  private void tell() {
    status = snapshot();
    told.accept(status);
  }

  private AgentStatus snapshot() {
    Lifecycle known = lifecycle;
    boolean declared = known != null && known.isDeclared();
    return new AgentStatus(
        member.name(),
        member.interval(),
        running,
        job,
        lastRun,
        running ? null : nextRun,
        declared && known != null ? place(known) : null,
        day.streak(),
        last == null ? null : last.outcome().name(),
        last == null ? null : last.detail(),
        lastJob,
        day.quarantined().stream().sorted().toList(),
        allTroubles(),
        known == null || definition == null ? List.of() : forecast(known),
        declared && known != null ? stops(known) : List.of());
  }

  private static List<AgentStatus.Stop> stops(Lifecycle known) {
    return known.states().stream()
        .map(
            state ->
                new AgentStatus.Stop(
                    state.name(),
                    state.kind().name().toLowerCase(Locale.ROOT),
                    state.repeat(),
                    state.next()))
        .toList();
  }

  private AgentStatus.Place place(Lifecycle known) {
    Position at = day.position();
    return new AgentStatus.Place(at.state(), at.hits(), known.state(at.state()).repeat());
  }

  private List<AgentStatus.Ahead> forecast(Lifecycle known) {
    Instant first = running ? shop.clock().instant() : nextRun;
    OptionalInt maxFails = member.maxFails();
    return Forecast.of(day, known, first, member.interval(), maxFails).stream()
        .map(
            tick ->
                new AgentStatus.Ahead(
                    tick.at(),
                    tick.action(),
                    known.isDeclared() ? tick.position().state() : null,
                    tick.position().hits()))
        .toList();
  }

  private List<Trouble> allTroubles() {
    var all = new ArrayList<>(fleetTroubles);
    all.addAll(troubles);
    if (pullTrouble != null) {
      all.add(new Trouble("git", 0, pullTrouble));
    }
    return all;
  }

  private static List<Trouble> with(List<Trouble> troubles, Trouble another) {
    var all = new ArrayList<>(troubles);
    all.add(another);
    return all;
  }
}
