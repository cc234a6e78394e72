package dev.pulse.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Limit;
import dev.pulse.Pause;
import dev.pulse.Sling;
import dev.pulse.StatusDocument;
import dev.pulse.Wait;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that does not go on before a person does something.
 *
 * @param kind its state, for the colour
 * @param word what it is
 * @param title what it is about
 * @param detail what is asked, or why
 * @param since since when
 * @param link where to do something about it
 * @param command the same for a terminal
 */
record Attention(
    String kind,
    String word,
    String title,
    String detail,
    @Nullable Instant since,
    String link,
    String command) {

  static Attention of(Wait wait) {
    return new Attention(
        "waiting",
        "Question",
        wait.runName(),
        Optional.ofNullable(wait.question()).orElse("waits for " + wait.signal()),
        wait.createdAt(),
        "/runs/" + wait.runId(),
        "pulse runs signal %s %s".formatted(wait.runId(), Text.argument(wait.signal())));
  }

  static Attention of(Pause pause) {
    String topic = pause.topic();
    return new Attention(
        "paused",
        "Paused",
        topic == null ? "Every topic" : "Topic " + topic,
        pause.reason() + " – " + pause.actor(),
        pause.since(),
        "/dispatch",
        topic == null
            ? "pulse dispatch resume"
            : "pulse dispatch resume --topic " + Text.argument(topic));
  }

  static Attention of(Limit limit) {
    return new Attention(
        "paused",
        "Paused",
        "Limit " + limit.name(),
        Optional.ofNullable(limit.pauseReason()).orElse("no reason given"),
        null,
        "/limits",
        "pulse limits set %s --resume".formatted(Text.argument(limit.name())));
  }

  static Attention of(Sling broken) {
    return new Attention(
        "circuit-broken",
        "Broken",
        "Task " + broken.task(),
        Optional.ofNullable(broken.lastFailure()).orElse("its dispatch failed too often"),
        broken.closedAt(),
        "/tasks/" + Text.url(broken.task()),
        "pulse sling " + Text.argument(broken.task()));
  }

  static Attention ofDeadLetters(String topic, String count) {
    return new Attention(
        "dead_lettered",
        "Dead",
        count + " in topic " + topic,
        "All attempts are used up. Look why, then retry them.",
        null,
        "/jobs?status=DEAD_LETTERED&topic=" + Text.url(topic),
        "pulse dead retry --topic " + Text.argument(topic));
  }

  /** An active plan whose next component is a person's. */
  static Optional<Attention> ofGate(StatusDocument plan) {
    JsonNode document = Text.tree(plan.document());
    if (!document.path("folder").asText().equals("active")) {
      return Optional.empty();
    }
    for (JsonNode component : document.path("components")) {
      if (component.path("status").asText().equals("COMPLETED")) {
        continue;
      }
      return component.path("agent").asText().equals("HUMAN")
          ? Optional.of(gate(plan, component))
          : Optional.empty();
    }
    return Optional.empty();
  }

  private static Attention gate(StatusDocument plan, JsonNode component) {
    return new Attention(
        "waiting",
        "Gate",
        "Plan " + plan.name(),
        component.path("number").asInt() + ". " + component.path("title").asText(),
        plan.updatedAt(),
        "/plans/" + Text.url(plan.name()),
        "pulse plan approve " + Text.argument(plan.name()));
  }
}
