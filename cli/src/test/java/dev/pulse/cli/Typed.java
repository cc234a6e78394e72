package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Commands as a user types them, run in this process. */
final class Typed {
  /** What the user saw. */
  record Answer(int exit, String out, String err) {
    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("not JSON: " + out, e);
      }
    }
  }

  final Map<String, String> environment = new HashMap<>();
  private final Path home;
  private byte[] stdin = new byte[0];
  private Terminal terminal = Terminal.NONE;

  private Typed(Path home) {
    this.home = home;
  }

  static Typed at(String server) {
    return in(Path.of("/nonexistent")).with("PULSE_SERVER", server);
  }

  static Typed in(Path home) {
    return new Typed(home).with("PULSE_TIMEOUT", "1m"); // also where much else runs
  }

  Typed with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Typed typing(String input) {
    stdin = input.getBytes(StandardCharsets.UTF_8);
    return this;
  }

  Typed onTerminal(int columns, boolean colour) {
    terminal = new Terminal(true, colour, () -> new Terminal.Size(24, columns));
    return this;
  }

  Surroundings around() {
    return new Surroundings(
        environment, home, new ByteArrayInputStream(stdin), terminal, InstantSource.system());
  }

  Answer run(String... arguments) {
    return run(new StringWriter(), arguments);
  }

  /** The same, for who looks on while it runs. */
  Answer run(StringWriter err, String... arguments) {
    var out = new StringWriter();
    int exit =
        PulseCommand.commandLine(around(), arguments)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Answer(exit, out.toString(), err.toString());
  }
}
