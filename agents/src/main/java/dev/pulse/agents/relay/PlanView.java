package dev.pulse.agents.relay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A plan for people: its progress is computed from the file whenever somebody asks (R12).
 *
 * @param folder drafts, active, completed or failed
 * @param stands one sentence: what it waits for
 * @param gate where it waits for a person; null while it does not
 */
public record PlanView(
    String name,
    String folder,
    Path file,
    String title,
    String stands,
    List<Part> components,
    List<Problem> problems,
    @Nullable Gate gate) {

  /** What a status document shows of a long plan: the parts around the one that is current. */
  private static final int MOST_PARTS = 100;

  private static final int LONGEST_QUESTION = 4000;

  /** Holds its own copies. */
  public PlanView {
    components = List.copyOf(components);
    problems = List.copyOf(problems);
  }

  /**
   * One component.
   *
   * @param agent empty where the file names none
   * @param job the job of its last attempt; null before the first
   */
  public record Part(
      int number,
      String title,
      Status status,
      String agent,
      @Nullable String deliverable,
      @Nullable String result,
      int attempt,
      @Nullable UUID job) {}

  /**
   * A component that a person is to approve (R9).
   *
   * @param asks what its text says, for whoever is to decide
   */
  public record Gate(int number, String title, String asks) {}

  static PlanView of(Path file, Plan plan, List<Problem> problems) {
    String name = PlanFile.name(file);
    Path folder = Objects.requireNonNull(file.getParent(), "a plan is in a folder");
    boolean dated = folder.getFileName().toString().matches("\\d{4}-\\d\\d-\\d\\d");
    Path stage =
        dated ? Objects.requireNonNull(folder.getParent(), "a day is in a folder") : folder;
    String ran = dated ? Folders.withoutTime(name) : name;
    var run = new RunId(ran, plan.written(Key.ACTIVATED).orElse(""));
    boolean waits =
        stage.endsWith("active") && problems.stream().noneMatch(Problem::isError) && idle(plan);
    return new PlanView(
        name,
        stage.getFileName().toString(),
        file,
        plan.title() == null ? name : plan.title(),
        Standing.of(plan, problems),
        plan.components().stream().map(each -> part(each, run)).toList(),
        problems,
        waits ? gate(plan) : null);
  }

  private static boolean idle(Plan plan) {
    return plan.components().stream()
        .noneMatch(each -> each.is(Status.IN_PROGRESS) && !each.isHuman());
  }

  private static @Nullable Gate gate(Plan plan) {
    return plan.current()
        .filter(Component::isHuman)
        .filter(each -> each.is(Status.PENDING) || each.is(Status.IN_PROGRESS))
        .map(each -> new Gate(each.number(), each.title(), asks(plan.instructions(each).strip())))
        .orElse(null);
  }

  private static String asks(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_QUESTION
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_QUESTION)) + " …";
  }

  private static Part part(Component each, RunId run) {
    int attempt = each.tries().number();
    return new Part(
        each.number(),
        each.title(),
        each.status(),
        each.agent().orElse(""),
        each.deliverable().orElse(null),
        each.written(Key.RESULT).orElse(null),
        attempt,
        attempt == 0 || run.activated().isEmpty() ? null : run.job(each, attempt));
  }

  /** How many components are COMPLETED. */
  public long completed() {
    return components.stream().filter(part -> part.status() == Status.COMPLETED).count();
  }

  /** The plan as JSON shows it. */
  public Map<String, Object> document() {
    var document = new LinkedHashMap<String, Object>();
    document.put("name", name);
    document.put("folder", folder);
    document.put("file", file.toString());
    document.put("title", title);
    document.put("stands", stands);
    document.put("completed", completed());
    document.put("total", components.size());
    if (gate != null) {
      document.put(
          "gate", Map.of("component", gate.number(), "title", gate.title(), "asks", gate.asks()));
    }
    document.put("components", parts());
    document.put(
        "problems",
        problems.stream()
            .limit(MOST_PARTS)
            .map(
                each ->
                    Map.of(
                        "line", each.line(),
                        "severity", each.severity().name(),
                        "message", each.message()))
            .toList());
    return document;
  }

  private List<Map<String, Object>> parts() {
    int current = 0;
    while (current < components.size() && components.get(current).status() == Status.COMPLETED) {
      current++;
    }
    int from = Math.clamp(current - MOST_PARTS / 2, 0, Math.max(0, components.size() - MOST_PARTS));
    var parts = new ArrayList<Map<String, Object>>();
    for (Part part : components.subList(from, Math.min(components.size(), from + MOST_PARTS))) {
      var one = new LinkedHashMap<String, Object>();
      one.put("number", part.number());
      one.put("title", part.title());
      one.put("status", part.status().name());
      one.put("agent", part.agent());
      put(one, "deliverable", part.deliverable());
      put(one, "result", part.result());
      one.put("attempt", part.attempt());
      put(one, "job", part.job() == null ? null : part.job().toString());
      parts.add(one);
    }
    return parts;
  }

  private static void put(Map<String, Object> one, String name, @Nullable String value) {
    if (value != null) {
      one.put(name, value);
    }
  }
}
