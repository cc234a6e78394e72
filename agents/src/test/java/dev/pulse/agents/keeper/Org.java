package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.agents.org.OrgFile;
import java.nio.charset.StandardCharsets;

/** Org texts of the tests. */
final class Org {
  /** Add three times, audit once, rest at most every ten minutes, plan, and begin again. */
  static final String CANONICAL =
      """
      #+START: wake_add
      * wake_add
      :PROPERTIES:
      :KIND: wake
      :REPEAT: 3
      :NEXT: wake_audit
      :END:
      * wake_audit
      :PROPERTIES:
      :KIND: wake
      :NEXT: rem
      :END:
      * rem
      :PROPERTIES:
      :KIND: rem
      :NEXT: wake_plan
      :MIN-INTERVAL: 10m
      :END:
      * wake_plan
      :PROPERTIES:
      :KIND: wake
      :NEXT: wake_add
      :END:
      """;

  private Org() {}

  static OrgFile file(String text) {
    return OrgFile.read(text.getBytes(StandardCharsets.UTF_8));
  }

  static Reading<Lifecycle> reading(String text) {
    return LifecycleReader.read(file(text));
  }

  static Lifecycle lifecycle(String text) {
    Reading<Lifecycle> reading = reading(text);
    assertThat(reading.problems()).isEmpty();
    return reading.value().orElseThrow();
  }
}
