package dev.pulse.agents.relay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a home, for people and commands. What this does to a file, anybody could do with an
 * editor and {@code mv}: the relay sees it in the folder and needs not be told.
 */
public final class Plans {
  private static final Pattern NAME = Pattern.compile("[^/\\\\.\\p{Cntrl}][^/\\\\\\p{Cntrl}]*");

  /** A file that changes under every look is changed by somebody who is at work on it. */
  private static final int MOST_TRIES = 20;

  private final Folders folders;
  private final Predicate<String> knownAgent;

  private Plans(Folders folders, Predicate<String> knownAgent) {
    this.folders = folders;
    this.knownAgent = knownAgent;
  }

  /**
   * The plans of a home, which need not have any yet.
   *
   * @param knownAgent whether there is an agent of that name (A8)
   */
  public static Plans in(Path home, Predicate<String> knownAgent) {
    return new Plans(new Folders(home), knownAgent);
  }

  Folders folders() {
    return folders;
  }

  /** Whether this home has a folder of plans. */
  public boolean exist() {
    return Files.isDirectory(folders.plans());
  }

  /** Every plan that is not completed. */
  public List<PlanView> unfinished() throws IOException {
    return views(files(folders.drafts(), folders.active(), folders.failed()));
  }

  /** Every plan in {@code active/}. */
  public List<PlanView> active() throws IOException {
    return views(files(folders.active()));
  }

  /** Completed plans, the latest first. */
  public List<PlanView> completed() throws IOException {
    return views(folders.completedPlans());
  }

  /** The plan of that name, wherever it is; an active one before a draft of it, and so on. */
  public PlanView find(String name) throws IOException, PlanRefused {
    return view(locate(name));
  }

  /** A plan by its file. */
  public PlanView view(Path file) throws IOException {
    return view(PlanFile.read(file));
  }

  private PlanView view(PlanFile file) {
    Plan plan = Plan.parse(file.bytes());
    return PlanView.of(file.path().toAbsolutePath(), plan, lint(plan));
  }

  /** Why a component is not running, or that it is. */
  public String explain(String name, int number) throws IOException, PlanRefused {
    Plan plan = Plan.parse(PlanFile.read(locate(name)).bytes());
    return Standing.of(plan, lint(plan), component(plan, name, number));
  }

  /**
   * Writes a new draft.
   *
   * @return its file
   */
  public Path create(String name, String title) throws IOException, PlanRefused {
    Path file = file(folders.drafts(), name);
    folders.made();
    try (var sample = Objects.requireNonNull(Plans.class.getResourceAsStream("draft.md"))) {
      String text = new String(sample.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(
          file,
          text.replace("{title}", title.replaceAll("\\R", " ")),
          StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw PlanRefused.conflict(file + " exists");
    }
    return file;
  }

  /**
   * Moves a draft, or a failed plan, to {@code active/}.
   *
   * @return where it is now
   */
  public Path activate(String name) throws IOException, PlanRefused {
    Path target = file(folders.active(), name);
    for (Path folder : List.of(folders.drafts(), folders.failed())) {
      Path file = file(folder, name);
      if (Files.exists(file)) {
        try {
          Files.createDirectories(folders.active());
          Renames.move(file, target);
          return target;
        } catch (FileAlreadyExistsException e) {
          throw PlanRefused.conflict("a plan " + name + " is active already");
        } catch (NoSuchFileException e) {
          // Somebody else has just moved it.
        }
      }
    }
    throw Files.exists(target)
        ? PlanRefused.conflict("plan " + name + " is active already")
        : PlanRefused.notFound("no plan %s in %s".formatted(name, folders.drafts()));
  }

  /**
   * Gives a failed plan another try: what is FAILED or BLOCKED is PENDING again, and it goes to
   * {@code active/} (R13).
   *
   * @return where it is now
   */
  public Path retry(String name) throws IOException, PlanRefused {
    Path path = file(folders.failed(), name);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      if (!Files.exists(path)) {
        throw PlanRefused.notFound("no plan %s in %s".formatted(name, folders.failed()));
      }
      if (Files.exists(file(folders.active(), name))) {
        throw PlanRefused.conflict("a plan " + name + " is active already");
      }
      PlanFile file = PlanFile.read(path);
      if (file.replace(pending(file.bytes())).isPresent()) {
        return activate(name);
      }
    }
    throw PlanRefused.conflict("somebody else keeps changing " + path);
  }

  private static byte[] pending(byte[] bytes) {
    Plan plan = Plan.parse(bytes);
    return plan.components().stream()
        .filter(each -> each.is(Status.FAILED) || each.is(Status.BLOCKED))
        .findFirst()
        .map(each -> pending(Splice.component(plan, each, Change.to(Status.PENDING))))
        .orElse(bytes);
  }

  /**
   * Approves a gate of an active plan: marks it COMPLETED (R9).
   *
   * @param number which; null for the one that the plan waits at
   * @param by who
   */
  public PlanView approve(String name, @Nullable Integer number, String by)
      throws IOException, PlanRefused {
    Path path = file(folders.active(), name);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      if (!Files.exists(path)) {
        throw PlanRefused.notFound("no plan %s in %s".formatted(name, folders.active()));
      }
      PlanFile file = PlanFile.read(path);
      Plan plan = Plan.parse(file.bytes());
      Component gate = gate(plan, name, number);
      Change change = Change.to(Status.COMPLETED).saying("approved by " + by);
      Optional<PlanFile> approved =
          gate.is(Status.COMPLETED)
              ? Optional.of(file)
              : file.replace(Splice.component(plan, gate, change));
      if (approved.isPresent()) {
        return view(approved.get()); // its place may be empty by now: the relay goes on at once
      }
    }
    throw PlanRefused.conflict("somebody else keeps changing " + path);
  }

  private static Component gate(Plan plan, String name, @Nullable Integer number)
      throws PlanRefused {
    Component gate =
        number == null
            ? plan.current()
                .filter(Component::isHuman)
                .orElseThrow(() -> PlanRefused.conflict("plan " + name + " waits for nobody"))
            : component(plan, name, number);
    if (!gate.isHuman()) {
      throw PlanRefused.conflict(
          "component %d of %s is no gate: its agent is %s"
              .formatted(gate.number(), name, gate.agent().orElse("missing")));
    }
    return gate;
  }

  /** Names come from other machines too, and must not lead out of the folder. */
  private static Path file(Path folder, String name) throws PlanRefused {
    if (!NAME.matcher(name).matches()) {
      throw new PlanRefused(
          PlanRefused.Reason.INVALID,
          "a plan's name is that of its file, without " + PlanFile.ENDING);
    }
    return folder.resolve(name + PlanFile.ENDING);
  }

  List<Problem> lint(Plan plan) {
    return Lint.of(plan, knownAgent, folders.workdir(plan));
  }

  boolean isKnown(String agent) {
    return knownAgent.test(agent);
  }

  private static Component component(Plan plan, String name, int number) throws PlanRefused {
    return plan.components().stream()
        .filter(each -> each.number() == number)
        .findFirst()
        .orElseThrow(
            () -> PlanRefused.notFound("plan %s has no component %d".formatted(name, number)));
  }

  private Path locate(String name) throws IOException, PlanRefused {
    for (Path folder : List.of(folders.active(), folders.drafts(), folders.failed())) {
      Path file = file(folder, name);
      if (Files.exists(file)) {
        return file;
      }
    }
    return folders.completedPlans().stream()
        .filter(
            file -> PlanFile.name(file).equals(name) || PlanFile.name(file).startsWith(name + "_"))
        .findFirst()
        .orElseThrow(
            () -> PlanRefused.notFound("no plan %s in %s".formatted(name, folders.plans())));
  }

  private static List<Path> files(Path... folders) throws IOException {
    var files = new ArrayList<Path>();
    for (Path folder : folders) {
      files.addAll(Folders.plansIn(folder));
    }
    return files;
  }

  private List<PlanView> views(List<Path> files) {
    var views = new ArrayList<PlanView>();
    for (Path file : files) {
      try {
        views.add(view(file));
      } catch (NoSuchFileException e) {
        // Moved while we looked.
      } catch (IOException e) {
        views.add(unfit(file, "cannot be read: " + Paths.why(e)));
      }
    }
    return views;
  }

  /** A plan of which nothing is known but what is wrong with it. */
  static PlanView unfit(Path file, String message) {
    Plan nothing = Plan.parse(new byte[0]);
    return PlanView.of(file.toAbsolutePath(), nothing, List.of(Problem.error(0, message)));
  }
}
