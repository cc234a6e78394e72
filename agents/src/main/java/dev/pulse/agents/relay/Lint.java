package dev.pulse.agents.relay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds what is malformed in a plan, and where (R15). Looks at the disk only for folders. */
final class Lint {
  private static final Pattern NEARLY_HEADER =
      Pattern.compile(
          " {0,3}(#{1,6})[ \\t]*(?:component|phase)\\b(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern AGENT = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern COLON_OUTSIDE =
      Pattern.compile(
          "\\*\\*(Status|Agent|Label|Deliverable|Session|Result)\\*\\*:.*", Pattern.DOTALL);

  /** Less than the arguments of a job may have, because JSON makes them longer. */
  private static final int LONGEST_INSTRUCTIONS = 900_000;

  private final Plan plan;
  private final Predicate<String> knownAgent;
  private final Path workdir;
  private final Map<String, Boolean> asked = new HashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  private Lint(Plan plan, Predicate<String> knownAgent, Path workdir) {
    this.plan = plan;
    this.knownAgent = knownAgent;
    this.workdir = workdir;
  }

  /** Every problem, by line. */
  static List<Problem> of(Plan plan, Predicate<String> knownAgent, Path workdir) {
    var lint = new Lint(plan, knownAgent, workdir);
    lint.header();
    lint.lines();
    lint.numbers();
    plan.components().forEach(lint::component);
    return lint.problems.stream().sorted(Comparator.comparingInt(Problem::line)).toList();
  }

  private void header() {
    if (!plan.isOurs()) {
      problems.add(
          Problem.error(
              0,
              "no **Scheduler:** pulsar-relay above the first component: the relay leaves the file alone"));
    }
    if (plan.components().isEmpty()) {
      problems.add(Problem.error(0, "no component: a header is '### Component 1: title'"));
    }
    plan.duplicates().forEach(this::duplicate);
    Field onFailure = plan.fields().get(Key.ON_FAILURE);
    if (onFailure != null && !List.of("continue", "stop").contains(onFailure.value())) {
      error(
          onFailure.line(),
          "On-Failure is continue or stop, not '%s'".formatted(onFailure.value()));
    }
    Field folder = plan.fields().get(Key.WORKDIR);
    if (folder != null && !Files.isDirectory(workdir)) {
      error(folder.line(), "there is no folder %s".formatted(workdir));
    }
  }

  private void lines() {
    for (int line = 0; line < plan.text().lines(); line++) {
      switch (plan.outline().kind(line)) {
        case FREE, INDENTED -> nearlyHeader(line, plan.text().raw(line));
        case BLANK, HIDDEN -> {}
      }
    }
    plan.outline().unclosed().ifPresent(this::unclosed);
  }

  private void nearlyHeader(int line, String raw) {
    var header = NEARLY_HEADER.matcher(raw);
    if (!header.matches() || (raw.startsWith("#") && PlanParser.header(raw).isPresent())) {
      return;
    }
    if (header.group(1).length() == 3) {
      error(line, "not a component: a header is '### Component 1: title', at the margin");
    } else if (header.group(2).matches("(?s)\\s*\\d+:.*")) {
      warning(line, "not a component: its header has three #");
    }
  }

  private void unclosed(int opened) {
    for (int line = opened + 1; line < plan.text().lines(); line++) {
      if (PlanParser.header(plan.text().raw(line)).isPresent()) {
        error(
            opened,
            "nothing closes what is opened here, and it hides the component in line %d"
                .formatted(line + 1));
        return;
      }
    }
    warning(opened, "nothing closes what is opened here");
  }

  private void numbers() {
    int expected = 1;
    for (Component component : plan.components()) {
      if (component.number() != expected) {
        error(component.line(), "the number of this component should be %d".formatted(expected));
      }
      expected++;
    }
  }

  private void component(Component component) {
    component.duplicates().forEach(this::duplicate);
    status(component);
    agent(component);
    deliverable(component);
    session(component);
    if (!component.hasReadableTries()) {
      warning(line(component, Key.ATTEMPT), "Attempt is a number; this reads as 0");
    }
    int length = component.body().to() - component.body().from();
    if (length == 0 && !component.isHuman()) {
      warning(component.line(), "no instructions: the agent is asked nothing");
    }
    if (length > LONGEST_INSTRUCTIONS) {
      error(
          component.line(),
          "the instructions are %d kB, more than a job can carry".formatted(length / 1000));
    }
    strays(component);
  }

  private void status(Component component) {
    Field status = component.field(Key.STATUS);
    if (status == null) {
      warning(component.line(), "no Status: reads as PENDING");
    } else if (Status.read(status.value()).isEmpty()) {
      warning(status.line(), "'%s' is no status: reads as PENDING".formatted(status.value()));
    }
  }

  private void agent(Component component) {
    String agent = component.agent().orElse("");
    int line = line(component, Key.AGENT);
    if (agent.isEmpty()) {
      error(line, "no Agent");
    } else if (agent.indexOf(' ') >= 0 || agent.indexOf('\t') >= 0) {
      error(line, "an agent is one word, not '%s'".formatted(agent));
    } else if (!component.isHuman() && !AGENT.matcher(agent).matches()) {
      error(
          line,
          "'%s' is no name of an agent: lower case letters, digits and dashes".formatted(agent));
    } else if (!component.isHuman() && !asked.computeIfAbsent(agent, knownAgent::test)) {
      error(line, "there is no agent %s".formatted(agent));
    }
  }

  /** An earlier component may make the folder, so this alone stops nothing. */
  private void deliverable(Component component) {
    component
        .deliverable()
        .ifPresent(
            path -> {
              Path folder = Paths.in(workdir, path).map(Path::getParent).orElse(null);
              if (folder == null || !Files.isDirectory(folder)) {
                warning(
                    line(component, Key.DELIVERABLE),
                    "the folder of %s does not exist (yet)".formatted(path));
              }
            });
  }

  /** A conversation is a command line's own: another agent does not find it. */
  private void session(Component component) {
    Field session = component.field(Key.SESSION);
    if (session == null) {
      return;
    }
    Component earlier = plan.continued(component).orElse(null);
    if (earlier == null) {
      error(
          session.line(),
          "Session is the number of an earlier component, not '%s'".formatted(session.value()));
    } else if (earlier.isHuman() || !earlier.agent().equals(component.agent())) {
      error(
          session.line(),
          "component %d has another agent: its session cannot be taken up"
              .formatted(earlier.number()));
    }
  }

  /** What was meant as metadata and is not read as such, because it stands in the wrong place. */
  private void strays(Component component) {
    int end =
        component.index() + 1 < plan.components().size()
            ? plan.components().get(component.index() + 1).line()
            : plan.text().lines();
    for (int line = component.blockEnd(); line < end; line++) {
      if (!plan.outline().isFree(line)) {
        continue;
      }
      String raw = plan.text().raw(line);
      Key.read(raw, Key.OF_COMPONENT)
          .filter(found -> component.field(found.key()) == null)
          .ifPresent(found -> stray(component, found.key()));
      var outside = COLON_OUTSIDE.matcher(raw);
      if (line < component.blockEnd() + 2 && outside.matches()) {
        warning(line, "write **%1$s:** instead of **%1$s**:".formatted(outside.group(1)));
      }
    }
  }

  private void stray(Component component, Key key) {
    warning(
        component.line(),
        "a line **%s:** below is not read: metadata stands directly under the header, line by line"
            .formatted(key.word));
  }

  private static int line(Component component, Key key) {
    Field field = component.field(key);
    return field == null ? component.line() : field.line();
  }

  private void duplicate(Field field) {
    error(field.line(), "a second %s; the first one counts".formatted(field.key().word));
  }

  private void error(int line, String message) {
    problems.add(Problem.error(line, message));
  }

  private void warning(int line, String message) {
    problems.add(Problem.warning(line, message));
  }
}
