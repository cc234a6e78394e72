package dev.pulse.agents.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people what needs them, by a command of theirs: {@code "notify"} in {@code relay.json} of
 * the home, a line for {@code sh -c} or a list of words. It is read each time, and told the rest in
 * its environment.
 */
final class Notices {
  /** What is worth a word. */
  enum Event {
    GATE,
    FAILED,
    FINISHED
  }

  private static final Logger log = LoggerFactory.getLogger(Notices.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path settings;

  Notices(Path home) {
    this.settings = home.resolve("relay.json");
  }

  /** Never waits for the command and never fails. */
  void tell(Event event, String plan, int component, String message) {
    Map<String, String> about =
        Map.of(
            "PULSE_EVENT",
            event.name().toLowerCase(Locale.ROOT),
            "PULSE_PLAN",
            plan,
            "PULSE_COMPONENT",
            component == 0 ? "" : String.valueOf(component),
            "PULSE_MESSAGE",
            message);
    Thread.ofVirtual().name("notice").start(() -> run(about));
  }

  private void run(Map<String, String> about) {
    try {
      List<String> command = command();
      if (command.isEmpty()) {
        return;
      }
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.environment().putAll(about);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        log.warn("the notify command of {} took longer than {} and was ended", settings, PATIENCE);
      } else if (process.exitValue() != 0) {
        log.warn("the notify command of {} ended with {}", settings, process.exitValue());
      }
    } catch (IOException e) {
      log.warn("nobody was told, because of {}: {}", settings, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> command() throws IOException {
    try {
      JsonNode notify = JSON.readTree(Files.readString(settings)).path("notify");
      if (notify.isTextual()) {
        return List.of("sh", "-c", notify.asText());
      }
      var words = new ArrayList<String>();
      notify.forEach(word -> words.add(word.asText()));
      return words;
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
