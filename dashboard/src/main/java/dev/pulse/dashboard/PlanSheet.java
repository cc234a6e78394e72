package dev.pulse.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Pulse;
import dev.pulse.StatusDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plan as its relay shows it: a status document of the kind {@code plan}.
 *
 * @param folder drafts, active, completed or failed
 * @param stands one sentence: what it waits for
 * @param gate where it waits for a person; null while it does not
 * @param total how many components there are; of a long plan not all are shown
 * @param changedAt when it last changed
 */
record PlanSheet(
    String name,
    String folder,
    String file,
    String title,
    String stands,
    @Nullable Gate gate,
    int completed,
    int total,
    List<Part> parts,
    List<Problem> problems,
    Instant changedAt) {
  static final String KIND = "plan";

  /** A component that a person is to approve. */
  record Gate(int number, String title, String asks) {}

  /** A component; what the file does not say is empty. */
  record Part(
      int number,
      String title,
      String status,
      String agent,
      String deliverable,
      String result,
      int attempt,
      String job) {
    boolean isHuman() {
      return agent.equals("HUMAN");
    }

    boolean runs() {
      return status.equals("in_progress") && !isHuman();
    }
  }

  /** What lint found. */
  record Problem(int line, boolean isError, String message) {}

  static List<PlanSheet> all(Pulse pulse) {
    return pulse.statuses().list(KIND).map(PlanSheet::of).toList();
  }

  /** The plan of that name; one that was completed since carries the time in its name. */
  static Optional<PlanSheet> find(Pulse pulse, String name) {
    return pulse
        .statuses()
        .find(KIND, name)
        .map(PlanSheet::of)
        .or(
            () ->
                all(pulse).stream()
                    .filter(plan -> plan.folder().equals("completed"))
                    .filter(plan -> plan.name().startsWith(name + "_"))
                    .reduce((one, later) -> later));
  }

  static PlanSheet of(StatusDocument document) {
    JsonNode plan = Shown.tree(document);
    var parts = new ArrayList<Part>();
    plan.path("components").forEach(part -> parts.add(part(part)));
    var problems = new ArrayList<Problem>();
    for (JsonNode problem : plan.path("problems")) {
      problems.add(
          new Problem(
              problem.path("line").asInt(),
              problem.path("severity").asText().equals("ERROR"),
              problem.path("message").asText()));
    }
    return new PlanSheet(
        document.name(),
        plan.path("folder").asText(),
        plan.path("file").asText(),
        plan.path("title").asText(document.name()),
        plan.path("stands").asText(),
        gate(plan.path("gate")),
        plan.path("completed").asInt(),
        plan.path("total").asInt(),
        parts,
        problems,
        document.updatedAt());
  }

  private static @Nullable Gate gate(JsonNode gate) {
    return gate.isObject()
        ? new Gate(
            gate.path("component").asInt(), gate.path("title").asText(), gate.path("asks").asText())
        : null;
  }

  private static Part part(JsonNode part) {
    return new Part(
        part.path("number").asInt(),
        part.path("title").asText(),
        part.path("status").asText().toLowerCase(Locale.ROOT),
        part.path("agent").asText(),
        part.path("deliverable").asText(),
        part.path("result").asText(),
        part.path("attempt").asInt(),
        part.path("job").asText());
  }

  String link() {
    return "/plans/" + Text.url(name);
  }

  boolean isIn(String which) {
    return folder.equals(which);
  }

  long errors() {
    return problems.stream().filter(Problem::isError).count();
  }

  /** What a log is worth reading of: the component that runs, else the one that failed last. */
  Optional<Part> telling() {
    return parts.stream()
        .filter(Part::runs)
        .findFirst()
        .or(
            () ->
                parts.stream()
                    .filter(
                        part -> part.status().equals("failed") || part.status().equals("blocked"))
                    .reduce((_, last) -> last))
        .filter(part -> !part.job().isEmpty());
  }
}
