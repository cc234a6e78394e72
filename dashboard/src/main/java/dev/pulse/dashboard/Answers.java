package dev.pulse.dashboard;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Json;
import dev.pulse.Run;
import dev.pulse.Runs;
import dev.pulse.Wait;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers to what runs wait for: read from a form, and only sent when they can be (N5, N6). */
final class Answers {
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Answers() {}

  /** Delivers what the form says to the wait that it names. */
  static Done deliver(Visit visit) {
    UUID run = visit.id("id");
    UUID waitId = visit.id("wait");
    Json payload = visit.asked("payload").map(Answers::json).orElse(null);
    Wait wait = wait(visit.pulse().runs().get(run), waitId);
    if (!wait.isPending()) {
      throw Refused.conflict(over(wait));
    }
    visit.pulse().runs().signal(run, new Runs.Delivery(wait.signal(), payload, waitId, null));
    return Done.of("%s was answered.".formatted(wait.signal()));
  }

  private static Wait wait(Run run, UUID id) {
    return run.waits().stream()
        .filter(wait -> wait.id().equals(id))
        .findFirst()
        .orElseThrow(() -> Refused.notFound("This run has no such wait."));
  }

  private static String over(Wait wait) {
    String by = Optional.ofNullable(wait.receipt()).map(Wait.Receipt::deliveredBy).orElse("");
    return switch (wait.status()) {
      case "delivered" -> "%s was already answered by %s.".formatted(wait.signal(), by);
      case "expired" -> "%s has expired; retry the run to ask again.".formatted(wait.signal());
      default -> "%s is no longer waited for.".formatted(wait.signal());
    };
  }

  /** The text itself, so that nothing of it is lost; what is no JSON is told with its place. */
  static Json json(String text) {
    try {
      STRICT.readTree(text);
      return Json.of(text);
    } catch (JsonProcessingException e) {
      throw Refused.invalid(
          "This is no JSON%s: %s".formatted(place(e.getLocation()), hint(text, e)));
    }
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null || at.getLineNr() < 1
        ? ""
        : " (line %d, column %d)".formatted(at.getLineNr(), Math.max(1, at.getColumnNr()));
  }

  private static String hint(String text, JsonProcessingException e) {
    return text.matches("[\\p{L}][\\p{L}\\p{N} _.,!?-]*")
        ? "write a text between quotes: \"%s\"".formatted(Text.bounded(text, 60))
        : Text.bounded(e.getOriginalMessage(), 200);
  }
}
