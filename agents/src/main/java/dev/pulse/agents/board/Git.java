package dev.pulse.agents.board;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The user's own git, in one folder. It is never asked for a password and never waited for long.
 */
final class Git {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private final Map<String, String> environment;

  Git(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
  }

  Git with(Map<String, String> more) {
    var all = new HashMap<>(environment);
    all.putAll(more);
    return new Git(folder, all);
  }

  /** What a command came to. */
  static final class Answer {
    private final int exit;
    private final byte[] out;
    private final String err;

    Answer(int exit, byte[] out, String err) {
      this.exit = exit;
      this.out = out;
      this.err = err;
    }

    byte[] out() {
      return out;
    }

    boolean isGood() {
      return exit == 0;
    }

    String text() {
      return new String(out, StandardCharsets.UTF_8).strip();
    }

    /** What went wrong, in git's own words, on one line. */
    String complaint() {
      return err.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
    }
  }

  /** Answers what it says; trouble when it fails. */
  String text(String... words) {
    return good(run(new byte[0], words), words).text();
  }

  /** The same, with something to read. */
  String given(byte[] stdin, String... words) {
    return good(run(stdin, words), words).text();
  }

  byte[] bytes(byte[] stdin, String... words) {
    return good(run(stdin, words), words).out();
  }

  private static Answer good(Answer answer, String... words) {
    if (!answer.isGood()) {
      throw new BoardTrouble("git %s: %s".formatted(words[0], answer.complaint()));
    }
    return answer;
  }

  Answer run(byte[] stdin, String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      try {
        return answer(process, stdin, words[0]);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new BoardTrouble("git cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BoardTrouble("interrupted");
    }
  }

  /** All three streams at once: a full pipe would hold git up. */
  private static Answer answer(Process process, byte[] stdin, String what)
      throws InterruptedException {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    List<Thread> threads =
        List.of(
            Thread.startVirtualThread(() -> feed(process.getOutputStream(), stdin)),
            Thread.startVirtualThread(() -> drain(process.getInputStream(), out)),
            Thread.startVirtualThread(() -> drain(process.getErrorStream(), err)));
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new BoardTrouble("git %s took longer than %s".formatted(what, PATIENCE));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return new Answer(process.exitValue(), out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  private static void feed(OutputStream stream, byte[] bytes) {
    try (stream) {
      stream.write(bytes);
    } catch (IOException e) {
      return; // it wanted no more; its exit code tells whether that is bad
    }
  }

  private static void drain(InputStream stream, ByteArrayOutputStream into) {
    try (stream) {
      stream.transferTo(into);
    } catch (IOException e) {
      return; // it was ended
    }
  }
}
