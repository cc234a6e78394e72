package dev.pulse.agents.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A short command of the runner's own, such as git. */
final class Tool {
  private static final long PATIENCE_SECONDS = 120;

  /**
   * How it ended.
   *
   * @param output both streams
   */
  record Answer(int exit, String output) {
    boolean isOk() {
      return exit == 0;
    }
  }

  private Tool() {}

  static Answer git(Path folder, String... arguments) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("git", "-C", folder.toString()));
    words.addAll(List.of(arguments));
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      byte[] output = process.getInputStream().readAllBytes();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return new Answer(-1, "git took too long");
      }
      return new Answer(process.exitValue(), new String(output, StandardCharsets.UTF_8).strip());
    } finally {
      process.destroyForcibly();
    }
  }
}
