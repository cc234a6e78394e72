package dev.pulse.agents.relay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plan as its file says it.
 *
 * @param title the first heading, if there is one
 * @param fields the metadata above the first component
 * @param duplicates what is said there a second time
 */
record Plan(
    Text text,
    Outline outline,
    @Nullable String title,
    Map<Key, Field> fields,
    List<Field> duplicates,
    List<Component> components) {

  private static final Set<String> OURS = Set.of("pulsar-relay", "pulse");

  static Plan parse(byte[] bytes) {
    return new PlanParser(Text.of(bytes)).plan();
  }

  /** Whether the relay is asked to run it (R2). */
  boolean isOurs() {
    return written(Key.SCHEDULER).filter(OURS::contains).isPresent();
  }

  /** Whether later components may run past a FAILED one (R5). */
  boolean continues() {
    return written(Key.ON_FAILURE).filter("continue"::equals).isPresent();
  }

  Optional<String> written(Key key) {
    return Optional.ofNullable(fields.get(key)).map(Field::value).filter(value -> !value.isEmpty());
  }

  /** The first component that is not over and done with; empty when the plan is finished. */
  Optional<Component> current() {
    return components.stream().filter(each -> !isPassed(each)).findFirst();
  }

  /** Whether what comes after this component may start (R5). */
  boolean isPassed(Component component) {
    return component.is(Status.COMPLETED) || (component.is(Status.FAILED) && continues());
  }

  /** The earlier component whose conversation this one goes on with, if it names one. */
  Optional<Component> continued(Component component) {
    return component
        .session()
        .filter(number -> number >= 1 && number <= component.index())
        .map(number -> components.get(number - 1));
  }

  long completed() {
    return components.stream().filter(each -> each.is(Status.COMPLETED)).count();
  }

  /** What the component's agent is asked to do. */
  String instructions(Component component) {
    return text.words(component.body().from(), component.body().to());
  }
}
