package dev.pulse.agents.relay;

import dev.pulse.PulseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One look at one active plan: read, decide, act, until nothing is left to do. Every write can find
 * that a person was faster; then the visit ends, and the next one sees what they did (R12).
 */
final class Visit implements Tick.World {
  private static final Duration AFTER_REFUSAL = Duration.ofMinutes(10);

  /** A heal and a start for each component would be far fewer; this ends what cannot end. */
  private static final int MOST_STEPS = 100_000;

  private final Office office;
  private final Tracked tracked;
  private PlanFile file;
  private Plan plan;
  private RunId run;

  private Visit(Office office, Tracked tracked, PlanFile file) {
    this.office = office;
    this.tracked = tracked;
    this.file = file;
    this.plan = Plan.parse(file.bytes());
    this.run = tracked.run(plan, office.clock().instant());
  }

  /**
   * Does what is to be done.
   *
   * @return whether the plan is still in its place
   */
  static boolean to(Tracked tracked, Office office) throws IOException {
    var visit = new Visit(office, tracked, PlanFile.read(tracked.path));
    tracked.sound = false;
    if (!visit.plan.isOurs()) {
      office.bulletin().gone(tracked.name);
      return true;
    }
    return visit.run();
  }

  private boolean run() throws IOException {
    if (Arrays.equals(tracked.refused, file.bytes())) {
      return true;
    }
    tracked.refused = null;
    List<Problem> problems = office.plans().lint(plan);
    remember(problems);
    boolean stays = problems.stream().anyMatch(Problem::isError) || steps();
    if (stays && tracked.refused == null) {
      office.bulletin().show(file.path(), plan, office.plans().lint(plan));
    }
    return stays;
  }

  private void remember(List<Problem> problems) {
    tracked.missing.clear();
    if (problems.stream().anyMatch(Problem::isError)) {
      plan.components().stream()
          .filter(each -> !each.isHuman())
          .flatMap(each -> each.agent().stream())
          .distinct()
          .filter(agent -> !office.plans().isKnown(agent))
          .forEach(tracked.missing::add);
    }
  }

  private boolean steps() throws IOException {
    stopUnclaimed();
    boolean retired = false;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
      boolean again =
          switch (Tick.decide(plan, this)) {
            case Step.Mark(Component component, Change change) -> mark(component, change);
            case Step.Start(Component component, int attempt) -> start(component, attempt);
            case Step.Cancel(Component component, int attempt) -> {
              office.desk().cancel(run.job(component, attempt));
              yield true;
            }
            case Step.Await(Component component) -> {
              watch(component, component.tries().number());
              yield false;
            }
            case Step.Gate(Component gate) -> gate(gate);
            case Step.Retire retire -> {
              retired = retire(retire);
              yield false;
            }
          };
      if (!again) {
        break;
      }
    }
    tracked.sound = true;
    return !retired;
  }

  /** R13: a job that the file no longer asks for is stopped before anything else. */
  private void stopUnclaimed() {
    Set<UUID> claims = Tick.claims(plan, run);
    Map.copyOf(tracked.watched)
        .forEach(
            (job, component) -> {
              if (!claims.contains(job)) {
                office.desk().cancel(job);
                tracked.watched.remove(job);
                office
                    .bulletin()
                    .event(
                        tracked.name,
                        "component %d was edited; its job is stopped".formatted(component));
              }
            });
  }

  private boolean mark(Component component, Change change) throws IOException {
    if (!write(Splice.component(plan, component, change))) {
      return false;
    }
    tracked.watched.values().remove(component.number());
    office
        .bulletin()
        .event(
            tracked.name,
            "component %d is %s%s"
                .formatted(
                    component.number(),
                    change.status(),
                    change.result() == null ? "" : ": " + change.result()));
    return true;
  }

  private boolean start(Component component, int attempt) throws IOException {
    UUID job = run.job(component, attempt);
    byte[] before = file.bytes();
    Path workdir = office.plans().folders().workdir(plan);
    var assignment = Assignment.of(plan, component, file.path(), workdir, office.desk().owner());
    session(component).ifPresent(session -> assignment.put("session", session));
    Change change = Change.to(Status.IN_PROGRESS).with(component.tries().started(attempt));
    String activated = plan.written(Key.ACTIVATED).isPresent() ? null : run.activated();
    if (!write(Splice.started(plan, component, change, activated))) {
      return false;
    }
    try {
      office.desk().submit(job, assignment);
    } catch (PulseException e) {
      if (!isRefusal(e)) {
        tracked.unsure.add(component.number());
        throw e;
      }
      rollBack(before, component, e);
      return false;
    }
    tracked.unsure.remove(component.number());
    tracked.watched.put(job, component.number());
    office.awaiting().end(job, this::wake);
    office
        .bulletin()
        .event(
            tracked.name,
            "component %d, attempt %d, is job %s".formatted(component.number(), attempt, job));
    return false;
  }

  /** Of a conversation that nobody knows any more, a new one is begun. */
  private Optional<String> session(Component component) {
    return plan.continued(component)
        .filter(earlier -> earlier.tries().number() > 0)
        .flatMap(earlier -> office.desk().session(run.job(earlier, earlier.tries().number())));
  }

  /** Whether the server has said no; after anything else the job may have been accepted. */
  private static boolean isRefusal(PulseException e) {
    return switch (e.code()) {
      case INVALID, NOT_FOUND, CONFLICT, NOT_ALLOWED -> true;
      case UNREACHABLE, TIMEOUT, INTERRUPTED, INTERNAL -> false;
    };
  }

  private void rollBack(byte[] before, Component component, PulseException e) throws IOException {
    write(before);
    tracked.refused = before;
    tracked.rest = office.clock().instant().plus(AFTER_REFUSAL);
    office
        .bulletin()
        .trouble(
            tracked.path,
            "component %d was not accepted: %s".formatted(component.number(), e.getMessage()));
  }

  private boolean gate(Component gate) {
    if (tracked.gate != gate.number()) {
      tracked.gate = gate.number();
      office.bulletin().gate(tracked.name, gate);
    }
    return false;
  }

  private boolean retire(Step.Retire retire) throws IOException {
    var now = ZonedDateTime.now(office.clock());
    Optional<Path> to = office.plans().folders().retire(file, retire.ending(), now);
    if (to.isEmpty()) {
      overtaken();
      return false;
    }
    int component = plan.current().map(Component::number).orElse(0);
    office.bulletin().retired(tracked.name, retire, to.get(), component);
    return true;
  }

  private boolean write(byte[] fresh) throws IOException {
    Optional<PlanFile> written = file.replace(fresh);
    if (written.isEmpty()) {
      overtaken();
      return false;
    }
    file = written.get();
    plan = Plan.parse(file.bytes());
    tracked.seen = null; // somebody may write within the same tick of the file system's clock
    return true;
  }

  private void overtaken() {
    tracked.seen = null;
    wake();
  }

  private void watch(Component component, int attempt) {
    UUID job = run.job(component, attempt);
    tracked.watched.put(job, component.number());
    office.awaiting().end(job, this::wake);
  }

  private void wake() {
    tracked.due = true;
    office.wake().run();
  }

  @Override
  public JobView job(Component component, int attempt) {
    return attempt == 0 ? new JobView.Gone() : office.desk().view(run.job(component, attempt));
  }

  @Override
  public boolean delivered(Component component) {
    Path workdir = office.plans().folders().workdir(plan);
    return component
        .deliverable()
        .map(path -> Paths.in(workdir, path).filter(Files::exists).isPresent())
        .orElse(true);
  }

  @Override
  public boolean watched(Component component) {
    return tracked.watched.containsKey(run.job(component, component.tries().number()));
  }

  @Override
  public boolean unsure(Component component) {
    return tracked.unsure.contains(component.number());
  }
}
