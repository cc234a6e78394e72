package dev.pulse.benchmarks.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The process of a contestant on the JVM: answers {@link Question}s until there are no more. */
public final class Driver {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Contestant contestant;

  private Driver(Contestant contestant) {
    this.contestant = contestant;
  }

  /**
   * Drives one of them.
   *
   * @param arguments who takes part, on which database, with which options of a server's JVM
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    // What a library has to tell the world must not be taken for an answer.
    System.setOut(System.err);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var contestant = new InProcess(Entrant.valueOf(arguments[0]).queue(arguments[1], arguments[2]));
    say(out, contestant.about());
    var driver = new Driver(contestant);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      say(out, driver.tried(line));
    }
    contestant.close();
    // Whatever threads a contestant leaves behind.
    System.exit(0);
  }

  private static void say(PrintStream out, Object answer) throws IOException {
    out.println(JSON.writeValueAsString(answer));
    out.flush();
  }

  private Object tried(String line) {
    try {
      return asked(JSON.readValue(line, Question.class));
    } catch (Exception e) {
      return Map.of("error", e.toString());
    }
  }

  private Object asked(Question question) throws Exception {
    return switch (question.what()) {
      case "clear" -> {
        contestant.clear();
        yield Map.of();
      }
      case "submit" -> contestant.submit(question.clients(), question.time());
      case "batch" -> contestant.batch(question.time());
      case "fill" -> {
        contestant.fill(question.jobs(), question.shape(), question.others());
        yield Map.of();
      }
      case "drain" ->
          contestant.drain(question.jobs(), question.shape(), question.others(), question.time());
      case "probe" -> contestant.probe((int) question.most(), question.time()).json();
      case "load" -> contestant.load(question.most(), question.time()).json();
      default -> throw new IllegalArgumentException("asked for " + question.what());
    };
  }
}
