package dev.pulse.agents.keeper;

import dev.pulse.agents.org.Entry;
import dev.pulse.agents.org.Heading;
import dev.pulse.agents.org.OrgFile;
import dev.pulse.agents.org.Problem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The standing agents of a home, as its {@code fleet.org} lists them (K1).
 *
 * @param members by name, in the order of the file; one that cannot be used is still listed, with
 *     what is wrong with it, so that a broken heading is not taken for one that was removed
 * @param problems those of no agent in particular
 */
record Fleet(Map<String, Reading<Member>> members, List<Problem> problems) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /**
   * @param home what paths are relative to
   */
  static Fleet read(OrgFile file, Path home) {
    var members = new LinkedHashMap<String, Reading<Member>>();
    var left = new ArrayList<>(file.problems());
    for (Heading heading : file.headings()) {
      if (heading.level() > 1 || heading.isComment()) {
        continue;
      }
      if (!NAME.matcher(heading.title()).matches()) {
        left.add(
            new Problem(
                heading.line(),
                "'%s' is no name for an agent: small letters, digits and -"
                    .formatted(heading.title())));
      } else if (members.containsKey(heading.title())) {
        left.add(new Problem(heading.line(), "a second agent " + heading.title()));
      } else {
        members.put(heading.title(), member(heading, takeProblems(heading, left), home));
      }
    }
    return new Fleet(members, left);
  }

  /** What is wrong between a heading and the next is that agent's affair and no other's. */
  private static List<Problem> takeProblems(Heading heading, List<Problem> all) {
    var own = new ArrayList<Problem>();
    for (Problem problem : all) {
      if (problem.line() >= heading.line() && problem.line() <= heading.lastLine()) {
        own.add(problem);
      }
    }
    all.removeAll(own);
    return own;
  }

  private static Reading<Member> member(Heading heading, List<Problem> problems, Path home) {
    Optional<Path> definition = heading.property("DEF").flatMap(e -> path(e, home, problems));
    if (heading.property("DEF").isEmpty()) {
      problems.add(new Problem(heading.line(), heading.title() + " has no :DEF:"));
    }
    @Nullable Path lifecycle =
        heading.property("LIFECYCLE").flatMap(e -> path(e, home, problems)).orElse(null);
    @Nullable Path workdir =
        heading.property("WORKDIR").flatMap(e -> path(e, home, problems)).orElse(null);
    Duration interval =
        heading.property("INTERVAL").map(e -> interval(e, problems)).orElse(Cadence.USUAL);
    OptionalInt maxFails = LifecycleReader.maxFails(heading, problems);
    boolean wakes = heading.property("WAKE-ON").map(e -> wakes(e, problems)).orElse(false);
    if (!problems.isEmpty() || definition.isEmpty()) {
      return new Reading<>(Optional.empty(), problems);
    }
    return new Reading<>(
        Optional.of(
            new Member(
                heading.title(),
                heading.line(),
                definition.get(),
                lifecycle,
                interval,
                maxFails,
                wakes,
                workdir)),
        List.of());
  }

  private static Duration interval(Entry entry, List<Problem> problems) {
    if (entry.value().toLowerCase(Locale.ROOT).equals("continuous")) {
      return Cadence.CONTINUOUS;
    }
    Optional<Duration> interval = IntervalText.read(entry.value());
    if (interval.isEmpty()) {
      problems.add(LifecycleReader.notATime(entry));
    }
    return interval.orElse(Cadence.USUAL);
  }

  private static boolean wakes(Entry entry, List<Problem> problems) {
    if (entry.value().equals("dispatch")) {
      return true;
    }
    problems.add(new Problem(entry.line(), "WAKE-ON is dispatch, not '" + entry.value() + "'"));
    return false;
  }

  private static Optional<Path> path(Entry entry, Path home, List<Problem> problems) {
    try {
      if (!entry.value().isEmpty()) {
        return Optional.of(home.resolve(entry.value()).normalize());
      }
    } catch (InvalidPathException e) {
      problems.add(new Problem(entry.line(), entry.key() + " is no path: " + e.getReason()));
      return Optional.empty();
    }
    problems.add(new Problem(entry.line(), entry.key() + " is empty"));
    return Optional.empty();
  }
}
