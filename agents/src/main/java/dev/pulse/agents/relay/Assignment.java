package dev.pulse.agents.relay;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an agent is told about its component: the arguments of its job. */
final class Assignment {
  private static final int MOST_EARLIER = 50;

  private Assignment() {}

  static Map<String, Object> of(
      Plan plan, Component component, Path file, Path workdir, String owner) {
    var env = new LinkedHashMap<String, Object>();
    env.put("PULSE_PLAN", file.toString());
    env.put(Desk.OWNER, owner);
    env.put("PULSE_COMPONENT", String.valueOf(component.number()));
    component.written(Key.LABEL).ifPresent(label -> env.put("PULSE_LABEL", label));
    var args = new LinkedHashMap<String, Object>();
    args.put("agent", component.agent().orElseThrow());
    args.put("prompt", plan.instructions(component));
    args.put("workdir", workdir.toString());
    component
        .deliverable()
        .flatMap(path -> Paths.in(workdir, path))
        .ifPresent(
            path -> {
              env.put("PULSE_DELIVERABLE", path.toString());
              args.put("deliverable", path.toString());
            });
    args.put("env", env);
    args.put("preamble", preamble(plan, component, file));
    return args;
  }

  /** What a model should know besides its instructions; other programs do not see it (A3). */
  private static String preamble(Plan plan, Component component, Path file) {
    var text = new StringBuilder();
    text.append(
        "You work on component %d of %d, \"%s\", of the plan %s.\n"
            .formatted(
                component.number(),
                plan.components().size(),
                component.title(),
                plan.title() == null ? PlanFile.name(file) : plan.title()));
    text.append("Do this component only; the others are done by others, before and after you.\n");
    component
        .deliverable()
        .ifPresent(
            path ->
                text.append(
                    "Your deliverable is %s: it must exist when you are done.\n".formatted(path)));
    List<Component> earlier = plan.components().subList(0, component.index());
    List<Component> told =
        earlier.subList(Math.max(0, earlier.size() - MOST_EARLIER), earlier.size());
    if (!told.isEmpty()) {
      text.append("Done before you:\n");
    }
    for (Component each : told) {
      text.append("- %d. %s (%s)".formatted(each.number(), each.title(), each.status()));
      each.written(Key.RESULT).ifPresent(result -> text.append(": ").append(result));
      text.append('\n');
    }
    return text.append('\n').toString();
  }
}
