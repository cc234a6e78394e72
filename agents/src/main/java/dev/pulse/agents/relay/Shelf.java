package dev.pulse.agents.relay;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The plans that nobody works on, for people to see: drafts, failed ones, the last completed. */
final class Shelf {
  /** Who wants to see more looks into the folder. */
  private static final int MOST_OF_A_KIND = 50;

  private static final int MOST_COMPLETED = 20;

  private final Plans plans;
  private final Bulletin bulletin;
  private Map<Path, PlanFile.Stamp> seen = Map.of();
  private Set<String> beside = Set.of();
  private boolean told;
  private boolean swept;

  Shelf(Plans plans, Bulletin bulletin) {
    this.plans = plans;
    this.bulletin = bulletin;
  }

  /** Shows them where something has changed; reads no file otherwise. */
  void show(Set<String> active) throws IOException {
    List<Path> files = files();
    Map<Path, PlanFile.Stamp> now = stamps(files);
    if (!told || !now.equals(seen) || !active.equals(beside)) {
      seen = now;
      beside = active;
      told = bulletin.showStill(files, active, plans);
    }
    swept = swept || (told && bulletin.sweep(active));
  }

  private List<Path> files() throws IOException {
    Folders folders = plans.folders();
    var files = new ArrayList<Path>();
    for (Path folder : List.of(folders.drafts(), folders.failed())) {
      Folders.plansIn(folder).stream().limit(MOST_OF_A_KIND).forEach(files::add);
    }
    folders.completedPlans(MOST_COMPLETED).stream().limit(MOST_COMPLETED).forEach(files::add);
    return files;
  }

  private static Map<Path, PlanFile.Stamp> stamps(List<Path> files) throws IOException {
    var stamps = new HashMap<Path, PlanFile.Stamp>();
    for (Path file : files) {
      try {
        stamps.put(file, PlanFile.Stamp.of(file));
      } catch (NoSuchFileException e) {
        // Moved while we looked; the next round finds it elsewhere.
      }
    }
    return stamps;
  }
}
