package dev.pulse.agents.relay;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Plans and worlds for tests. */
final class Samples {
  private Samples() {}

  static final String HEADER = "# A plan\n\n**Scheduler:** pulsar-relay\n\n";

  static Plan plan(String components) {
    return parse(HEADER + components);
  }

  static Plan parse(String text) {
    return Plan.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static String component(int number, String status, String agent) {
    return "### Component %d: Step %1$d\n**Status:** %s\n**Agent:** %s\n\nDo step %1$d.\n\n"
        .formatted(number, status, agent);
  }

  /** Job states by component and attempt; what is not said is not there. */
  static final class Told implements Tick.World {
    private final Map<String, JobView> jobs = new HashMap<>();
    boolean delivered = true;
    boolean watched = true;
    boolean unsure;

    Told job(int component, int attempt, JobView view) {
      jobs.put(component + "/" + attempt, view);
      return this;
    }

    @Override
    public JobView job(Component component, int attempt) {
      return jobs.getOrDefault(component.number() + "/" + attempt, new JobView.Gone());
    }

    @Override
    public boolean delivered(Component component) {
      return delivered;
    }

    @Override
    public boolean watched(Component component) {
      return watched;
    }

    @Override
    public boolean unsure(Component component) {
      return unsure;
    }
  }
}
