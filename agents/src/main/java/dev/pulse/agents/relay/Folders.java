package dev.pulse.agents.relay;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folders a plan lives in, under the home (R1). */
final class Folders {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private final Path home;
  private final Path plans;

  Folders(Path home) {
    this.home = home.toAbsolutePath().normalize();
    this.plans = this.home.resolve("plans");
  }

  /** Makes what is missing. */
  Folders made() throws IOException {
    for (Path folder : List.of(drafts(), active(), completed(), failed())) {
      Files.createDirectories(folder);
    }
    return this;
  }

  Path home() {
    return home;
  }

  Path plans() {
    return plans;
  }

  Path drafts() {
    return plans.resolve("drafts");
  }

  Path active() {
    return plans.resolve("active");
  }

  Path completed() {
    return plans.resolve("completed");
  }

  Path failed() {
    return plans.resolve("failed");
  }

  /** What looks like a plan in that folder, by name; none where there is no such folder. */
  static List<Path> plansIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(PlanFile::isPlan).sorted().toList();
    }
  }

  /** What a completed plan was called while it ran. */
  static String withoutTime(String completed) {
    return completed.replaceFirst("_\\d{8}-\\d{6}(-\\d+)?$", "");
  }

  /** Everything that was completed, the last day first. */
  List<Path> completedPlans() throws IOException {
    return completedPlans(Integer.MAX_VALUE);
  }

  /** The last so many, or a few more, of what was completed. */
  List<Path> completedPlans(int most) throws IOException {
    if (!Files.isDirectory(completed())) {
      return List.of();
    }
    var plans = new ArrayList<Path>();
    try (Stream<Path> days = Files.list(completed())) {
      for (Path day : days.filter(Files::isDirectory).sorted().toList().reversed()) {
        if (plans.size() >= most) {
          break;
        }
        plans.addAll(plansIn(day).reversed());
      }
    }
    return plans;
  }

  /** Where the components of a plan work: its Workdir, seen from the home; else the home. */
  Path workdir(Plan plan) {
    return plan.written(Key.WORKDIR).flatMap(path -> Paths.in(home, path)).orElse(home);
  }

  /**
   * Moves a finished plan to where it belongs (R11): never over another one.
   *
   * @return where it is now; empty when somebody changed or moved it meanwhile
   */
  Optional<Path> retire(PlanFile file, Step.Ending ending, ZonedDateTime now) throws IOException {
    String name = PlanFile.name(file.path());
    for (int copy = 1; ; copy++) {
      String distinct =
          name + "_" + TIME.format(now) + (copy == 1 ? "" : "-" + copy) + PlanFile.ENDING;
      Path target =
          switch (ending) {
            case COMPLETED -> completed().resolve(DAY.format(now)).resolve(distinct);
            case FAILED ->
                failed()
                    .resolve(
                        copy == 1 && !Files.exists(failed().resolve(name + PlanFile.ENDING))
                            ? name + PlanFile.ENDING
                            : distinct);
          };
      try {
        return file.move(target) ? Optional.of(target) : Optional.empty();
      } catch (FileAlreadyExistsException e) {
        // The next name is free, or the one after it.
      }
    }
  }
}
