package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.Lifecycle.Kind;
import dev.pulse.agents.keeper.Lifecycle.State;
import dev.pulse.agents.org.Entry;
import dev.pulse.agents.org.Heading;
import dev.pulse.agents.org.OrgFile;
import dev.pulse.agents.org.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a lifecycle (K3). A day with a fault in it is not used at all: half of one is no day. */
final class LifecycleReader {
  /** A state's name is also part of a file's name. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private final OrgFile file;
  private final List<Problem> problems;
  private final Set<String> names = new HashSet<>();

  private LifecycleReader(OrgFile file) {
    this.file = file;
    this.problems = new ArrayList<>(file.problems());
  }

  static Reading<Lifecycle> read(OrgFile file) {
    return new LifecycleReader(file).read();
  }

  private Reading<Lifecycle> read() {
    List<Heading> headings =
        file.headings().stream().filter(h -> h.level() == 1 && !h.isComment()).toList();
    if (headings.isEmpty()) {
      problems.add(new Problem(1, "no state: a state is a heading with one star"));
      return new Reading<>(Optional.empty(), problems);
    }
    headings.forEach(this::name);
    List<State> states = headings.stream().map(this::state).toList();
    String start = start(states.getFirst().name());
    return new Reading<>(
        problems.isEmpty() ? Optional.of(new Lifecycle(start, states)) : Optional.empty(),
        problems);
  }

  private void name(Heading heading) {
    if (!NAME.matcher(heading.title()).matches()) {
      problems.add(
          new Problem(
              heading.line(),
              "'%s' is no name for a state: one word of letters, digits, _, - and ."
                  .formatted(heading.title())));
    } else if (!names.add(heading.title())) {
      problems.add(new Problem(heading.line(), "a second state " + heading.title()));
    }
  }

  private String start(String first) {
    List<Entry> given = file.settings().stream().filter(s -> s.key().equals("START")).toList();
    if (given.isEmpty()) {
      return first;
    }
    given.stream()
        .skip(1)
        .forEach(again -> problems.add(new Problem(again.line(), "a second #+START:")));
    return known(given.getFirst());
  }

  private State state(Heading heading) {
    return new State(
        heading.title(),
        heading.property("KIND").map(this::kind).orElse(Kind.WAKE),
        heading.property("REPEAT").map(entry -> count(entry, problems)).orElse(1),
        heading.property("NEXT").map(this::known).orElse(heading.title()),
        heading
            .property("MIN-INTERVAL")
            .or(() -> heading.property("MIN_INTERVAL"))
            .map(this::interval)
            .orElse(null),
        maxFails(heading, problems),
        file.body(heading));
  }

  private Kind kind(Entry entry) {
    return switch (entry.value().toLowerCase(Locale.ROOT)) {
      case "wake" -> Kind.WAKE;
      case "rem" -> Kind.REM;
      default -> {
        problems.add(new Problem(entry.line(), "KIND is wake or rem, not " + entry.value()));
        yield Kind.WAKE;
      }
    };
  }

  private String known(Entry entry) {
    if (!names.contains(entry.value())) {
      problems.add(
          new Problem(
              entry.line(), "%s: there is no state '%s'".formatted(entry.key(), entry.value())));
    }
    return entry.value();
  }

  private @Nullable Duration interval(Entry entry) {
    Optional<Duration> interval = IntervalText.read(entry.value());
    if (interval.isEmpty()) {
      problems.add(notATime(entry));
    }
    return interval.orElse(null);
  }

  static Problem notATime(Entry entry) {
    return new Problem(
        entry.line(),
        "%s is a time such as 45s, 10m or 1h30m, not '%s'".formatted(entry.key(), entry.value()));
  }

  static OptionalInt maxFails(Heading heading, List<Problem> problems) {
    return heading
        .property("MAX-FAILS")
        .or(() -> heading.property("MAX_FAILS"))
        .map(entry -> OptionalInt.of(count(entry, problems)))
        .orElse(OptionalInt.empty());
  }

  private static int count(Entry entry, List<Problem> problems) {
    if (!entry.value().matches("[1-9]\\d{0,5}")) {
      problems.add(
          new Problem(
              entry.line(),
              "%s is a whole number from 1, not '%s'".formatted(entry.key(), entry.value())));
      return 1;
    }
    return Integer.parseInt(entry.value());
  }
}
