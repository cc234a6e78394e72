package dev.pulse.agents.runner;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;

/**
 * aider. Its output is for people and mixes its own words with the model's; what it knows about
 * itself it writes aside, as a log of events. It has no sessions.
 */
final class Aider implements Adapter {
  @Override
  public List<String> words(Errand errand) {
    List<String> words =
        Errand.words(
            "aider",
            "--message-file",
            "/dev/stdin",
            "--yes-always",
            "--no-pretty",
            "--no-stream",
            "--no-check-update",
            "--no-show-release-notes",
            "--no-suggest-shell-commands",
            "--no-analytics",
            "--analytics-log",
            errand.aside().toString());
    words.addAll(errand.model("--model"));
    words.addAll(errand.llm().args());
    return words;
  }

  @Override
  public String stdin(Errand errand) {
    return errand.instructed();
  }

  @Override
  public Events events(InstantSource clock, ZoneId zone) {
    return new Stream(clock, zone);
  }

  private static final class Stream extends Events {
    private static final int LONGEST = 1 << 14;

    /** What it said last about the library it calls models by. */
    private String complaint = "";

    private boolean answered = true;

    Stream(InstantSource clock, ZoneId zone) {
      super(clock, zone);
    }

    @Override
    synchronized String read(String line) {
      if (line.startsWith("litellm.")) {
        complaint = line;
      }
      text = text + line + "\n";
      if (text.length() > 2 * LONGEST) {
        text = text.substring(text.length() - LONGEST);
      }
      return line + "\n";
    }

    @Override
    synchronized void readAside(String line) {
      super.read(line);
    }

    @Override
    String event(JsonNode event) {
      JsonNode properties = event.path("properties");
      switch (event.path("event").asText()) {
        case "message_send_starting" -> answered = false;
        case "message_send" -> {
          answered = true;
          spent(
              properties.path("prompt_tokens").asLong(),
              properties.path("completion_tokens").asLong());
          paid(properties.path("cost"));
        }
        case "message_send_exception" -> badlyOrLimited(properties.path("exception").asText());
        case "exit" -> exit(properties.path("reason").asText());
        default -> {
          return "";
        }
      }
      return "";
    }

    /**
     * Where no answer came there is no prose of the model's either, and the complaint is aider's
     * own.
     */
    private void exit(String reason) {
      if (finish instanceof Told.Finish.Badly) {
        return;
      }
      if (!answered) {
        badlyOrLimited(complaint.isEmpty() ? "the model did not answer" : complaint);
      } else if (reason.startsWith("Completed")) {
        well();
      } else {
        badly(reason);
      }
    }
  }
}
