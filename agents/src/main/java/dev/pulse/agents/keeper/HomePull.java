package dev.pulse.agents.keeper;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Brings the home up to date before a tick, so that a push from anywhere counts within one (K2). It
 * does its best: a tick never fails for it, nor waits long. Agents that tick together share a pull.
 */
final class HomePull {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final Path home;
  private final KeeperConfig config;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Instant pulled;
  private @Nullable String trouble;

  HomePull(Path home, KeeperConfig config, InstantSource clock) {
    this.home = home;
    this.config = config;
    this.clock = clock;
  }

  /** Answers what went wrong. */
  Optional<String> pull() throws InterruptedException {
    if (!config.gitops()) {
      return Optional.empty();
    }
    lock.lockInterruptibly();
    try {
      Instant now = clock.instant();
      if (pulled == null || !now.isBefore(pulled.plus(FRESH))) {
        trouble = git();
        pulled = clock.instant();
      }
      return Optional.ofNullable(trouble);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable String git() throws InterruptedException {
    Path output = home.resolve("keeper").resolve("pull.log");
    try {
      var git = new ProcessBuilder("git", "pull", "--ff-only", "--quiet");
      git.environment().put("GIT_TERMINAL_PROMPT", "0");
      Process process =
          git.directory(home.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(config.pull().toMillis(), TimeUnit.MILLISECONDS)) {
        Processes.end(process);
        return "git pull took longer than " + config.pull();
      }
      if (process.exitValue() == 0) {
        return null;
      }
      String said = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
      return "git pull: " + said.lines().findFirst().orElse("exit " + process.exitValue());
    } catch (IOException e) {
      return "git pull: " + e.getMessage();
    }
  }
}
