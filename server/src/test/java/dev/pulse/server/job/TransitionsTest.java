package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.Transitions.Attempt;
import dev.pulse.server.job.Transitions.Next;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TransitionsTest {
  /** One of each; a new outcome must be added here, or the count below fails. */
  private static final List<Outcome> OUTCOMES =
      List.of(
          new Outcome.Succeeded("1"),
          new Outcome.Failed("x"),
          new Outcome.FailedFor("x", Duration.ofMinutes(1)),
          new Outcome.FailedForGood("x"),
          new Outcome.Suspended("1"),
          new Outcome.Snoozed(Duration.ofMinutes(1)),
          new Outcome.Lost(),
          new Outcome.Released(),
          new Outcome.Canceled());

  /** What happens to a job outside an attempt; the kernel's tests exercise each. */
  private static final Map<String, String> OTHER_ARROWS = otherArrows();

  private static Map<String, String> otherArrows() {
    var arrows = new LinkedHashMap<String, String>();
    arrows.put("[*] --> PENDING", "submit");
    arrows.put("[*] --> SCHEDULED", "submit, due later");
    arrows.put("SCHEDULED --> PENDING", "due");
    arrows.put("RETRYING --> PENDING", "due");
    arrows.put("PENDING --> RUNNING", "claim");
    arrows.put("SCHEDULED --> CANCELED", "cancel");
    arrows.put("PENDING --> CANCELED", "cancel");
    arrows.put("RETRYING --> CANCELED", "cancel");
    arrows.put("DEAD_LETTERED --> PENDING", "retry by hand");
    arrows.put("CANCELED --> PENDING", "retry by hand");
    return arrows;
  }

  @Test
  void everyOutcomeIsHere() {
    assertThat(OUTCOMES).hasSize(Outcome.class.getPermittedSubclasses().length);
  }

  @Property
  void attemptsNeverExceedTheirMaximum(
      @ForAll @IntRange(min = 1, max = 1000) int number,
      @ForAll @IntRange(min = 1, max = 1000) int max,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double chance) {
    for (Outcome outcome : OUTCOMES) {
      Next next = Transitions.next(new Attempt(number, max), outcome, Backoff.SQUARED, chance);
      switch (next) {
        case Next.Finish(JobStatus status, _, _) -> assertThat(status.isFinished()).isTrue();
        case Next.Wait(JobStatus status, Duration delay, boolean forgiven) -> {
          assertThat(status.isFinished()).isFalse();
          assertThat(delay).isGreaterThanOrEqualTo(Duration.ZERO);
          assertThat(forgiven || number < max).as("another attempt is allowed").isTrue();
        }
      }
    }
  }

  @Property
  void jitterStaysWithinItsShareAndTheCapHolds(
      @ForAll @IntRange(min = 1, max = 1000) int attempt,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double chance,
      @ForAll @DoubleRange(min = 1, max = 10) double factor) {
    var backoff =
        new Backoff.Exponential(Duration.ofSeconds(2), factor, Duration.ofMinutes(5), 0.25);
    Duration wait = backoff.after(attempt, chance);
    assertThat(wait).isBetween(Duration.ofMillis(1500), Duration.ofMillis(375_000));
    assertThat(Backoff.SQUARED.after(attempt, chance))
        .isEqualTo(Duration.ofSeconds((long) attempt * attempt));
  }

  /** The picture is drawn from the function, so it cannot say anything else. */
  @Test
  void theStateMachineInTheDocsIsThisOne() throws Exception {
    Path file = Path.of("..", "docs", "state-machine.md");
    String drawn = drawing();
    if (Boolean.getBoolean("pulse.write-docs")) {
      Files.writeString(file, drawn);
    }
    assertThat(Files.readString(file))
        .as(
            "docs/state-machine.md is stale: ./mvnw test -pl server -Dtest=TransitionsTest -Dpulse.write-docs=true")
        .isEqualTo(drawn);
  }

  @Test
  void everyArrowIsExercised() {
    assertThat(endings().values()).allMatch(names -> !names.isEmpty());
    var targets = new TreeSet<JobStatus>();
    for (Outcome outcome : OUTCOMES) {
      for (Attempt attempt : List.of(new Attempt(1, 2), new Attempt(2, 2))) {
        targets.add(Transitions.next(attempt, outcome, Backoff.SQUARED, 0).status());
      }
    }
    assertThat(targets)
        .containsExactlyInAnyOrder(
            JobStatus.COMPLETED,
            JobStatus.SCHEDULED,
            JobStatus.PENDING,
            JobStatus.RETRYING,
            JobStatus.DEAD_LETTERED,
            JobStatus.CANCELED);
  }

  private static Map<JobStatus, List<String>> endings() {
    var endings = new LinkedHashMap<JobStatus, List<String>>();
    for (Outcome outcome : OUTCOMES) {
      JobStatus early = Transitions.next(new Attempt(1, 2), outcome, Backoff.SQUARED, 0).status();
      JobStatus last = Transitions.next(new Attempt(2, 2), outcome, Backoff.SQUARED, 0).status();
      String name =
          outcome
              .getClass()
              .getSimpleName()
              .replaceAll("(?<=.)([A-Z])", " $1")
              .toLowerCase(java.util.Locale.ROOT);
      if (early == last) {
        endings.computeIfAbsent(early, _ -> new ArrayList<>()).add(name);
      } else {
        endings.computeIfAbsent(early, _ -> new ArrayList<>()).add(name + ", attempts left");
        endings.computeIfAbsent(last, _ -> new ArrayList<>()).add(name + ", last attempt");
      }
    }
    return endings;
  }

  private static String drawing() {
    var lines = new ArrayList<String>();
    lines.add("# The life of a job");
    lines.add("");
    lines.add(
        "Drawn from `Transitions`, the function that decides; `TransitionsTest` keeps it true.");
    lines.add("");
    lines.add("```mermaid");
    lines.add("stateDiagram-v2");
    OTHER_ARROWS.forEach((arrow, label) -> lines.add("  " + arrow + ": " + label));
    endings()
        .forEach(
            (status, names) ->
                lines.add("  RUNNING --> " + status + ": " + String.join(" / ", names)));
    for (JobStatus status : JobStatus.values()) {
      if (status.isFinished()) {
        lines.add("  " + status + " --> [*]");
      }
    }
    lines.add("```");
    return String.join("\n", lines) + "\n";
  }
}
