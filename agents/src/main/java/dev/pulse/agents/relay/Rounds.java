package dev.pulse.agents.relay;

import dev.pulse.PulseException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes round the active plans and visits those in which something has changed: the file, a job, or
 * what kept the plan from running. A round in which nothing has changed reads no file and asks no
 * server.
 */
final class Rounds {
  private static final Logger log = LoggerFactory.getLogger(Rounds.class);

  /** An editor that writes in place is done by then; until then a file may be half of itself. */
  private static final Duration SETTLING = Duration.ofMillis(20);

  /** An editor is back by then, also on a machine with much to do: a wrong guess costs a run. */
  private static final Duration ABSENCE = Duration.ofSeconds(2);

  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(2);

  private final Office office;
  private final Duration interval;
  private final Map<Path, Tracked> plans = new TreeMap<>();
  private final Shelf shelf;
  private boolean swept;
  private boolean reachable = true;

  Rounds(Office office, Duration interval) {
    this.office = office;
    this.interval = interval;
    this.shelf = new Shelf(office.plans(), office.bulletin());
  }

  /**
   * Goes round once.
   *
   * @return when to come again at the latest
   */
  Duration runOnce() {
    try {
      Duration next = round();
      if (!reachable) {
        log.info("the server answers again");
      }
      reachable = true;
      return next;
    } catch (PulseException e) {
      if (reachable && e.code() != PulseException.Code.INTERRUPTED) {
        log.warn("the plans wait for the server: {}", e.getMessage());
      }
      reachable = false;
      return AFTER_TROUBLE;
    } catch (IOException e) {
      log.warn("cannot look at the plans: {}", Paths.why(e));
      return interval;
    }
  }

  private Duration round() throws IOException {
    Folders folders = office.plans().folders().made();
    Map<UUID, Path> live = swept ? Map.of() : office.desk().live();
    List<Path> files = Folders.plansIn(folders.active());
    Duration next = forgetMissing(files);
    for (Path file : files) {
      Duration again = look(plans.computeIfAbsent(file, Tracked::new));
      next = again.compareTo(next) < 0 ? again : next;
    }
    if (plans.values().stream().noneMatch(tracked -> tracked.due)) {
      sweep(live);
    }
    shelf.show(plans.values().stream().map(tracked -> tracked.name).collect(Collectors.toSet()));
    return next;
  }

  /** R13: a plan that was moved out of the folder is cancelled. */
  private Duration forgetMissing(List<Path> files) {
    var there = new HashSet<>(files);
    Duration next = interval;
    for (Tracked tracked : List.copyOf(plans.values())) {
      if (there.contains(tracked.path)) {
        tracked.absent = null;
      } else if (isGone(tracked)) {
        tracked.watched.keySet().forEach(office.desk()::cancel);
        forget(tracked);
        office.bulletin().event(tracked.name, "it was moved away");
      } else {
        next = ABSENCE;
      }
    }
    return next;
  }

  /** Some editors move a file aside before they write it anew: it is not gone at once. */
  private boolean isGone(Tracked tracked) {
    Instant now = office.clock().instant();
    tracked.absent = tracked.absent == null ? now : tracked.absent;
    return !now.isBefore(tracked.absent.plus(ABSENCE));
  }

  private void forget(Tracked tracked) {
    plans.remove(tracked.path);
    office.bulletin().gone(tracked.name);
  }

  private Duration look(Tracked tracked) {
    try {
      PlanFile.Stamp stamp = PlanFile.Stamp.of(tracked.path);
      Instant now = office.clock().instant();
      if (!isCalledFor(tracked, stamp, now)) {
        return interval;
      }
      Duration age = Duration.between(stamp.modified().toInstant(), now);
      if (!age.isNegative() && age.compareTo(SETTLING) < 0) {
        tracked.due = true;
        return SETTLING;
      }
      tracked.due = false;
      tracked.seen = stamp;
      return visit(tracked);
    } catch (NoSuchFileException e) {
      return SETTLING; // moved between two looks: the next one finds it missing
    } catch (IOException e) {
      office.bulletin().trouble(tracked.path, "cannot be read or written: " + Paths.why(e));
      return tracked.due ? AFTER_TROUBLE : interval;
    }
  }

  private Duration visit(Tracked tracked) throws IOException {
    try {
      if (!Visit.to(tracked, office)) {
        forget(tracked);
      }
      return tracked.due || tracked.seen == null ? SETTLING : interval;
    } catch (PulseException e) {
      tracked.due = true;
      if (e.code() != PulseException.Code.INTERNAL) {
        throw e;
      }
      office.bulletin().trouble(tracked.path, "the server failed: " + e.getMessage());
      return AFTER_TROUBLE;
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      tracked.due = true;
      throw e;
    }
  }

  private boolean isCalledFor(Tracked tracked, PlanFile.Stamp stamp, Instant now) {
    if (tracked.rest != null && !now.isBefore(tracked.rest)) {
      tracked.rest = null;
      tracked.refused = null;
      return true;
    }
    return tracked.due
        || !stamp.equals(tracked.seen)
        || tracked.missing.stream().anyMatch(office.plans()::isKnown);
  }

  /**
   * Once after a start: stops what runs for plans that were moved away or edited meanwhile. What
   * belongs to a plan that could not be looked at is left alone.
   */
  private void sweep(Map<UUID, Path> live) {
    live.forEach(
        (job, file) -> {
          Tracked tracked = plans.get(file);
          if (tracked == null || (tracked.sound && !tracked.watched.containsKey(job))) {
            office.desk().cancel(job);
          }
        });
    swept = true;
  }
}
