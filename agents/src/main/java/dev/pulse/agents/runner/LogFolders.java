package dev.pulse.agents.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the logs on disk as long as the server keeps finished jobs, a folder for each job. */
final class LogFolders implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LogFolders.class);
  private static final Duration KEPT = Duration.ofDays(7);

  private final ScheduledExecutorService hourly =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("agent-logs").factory());
  private final Path folder;
  private final InstantSource clock;

  private LogFolders(Path folder, InstantSource clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** Prunes now and every hour until closed. */
  static LogFolders tend(Path folder, InstantSource clock) {
    var folders = new LogFolders(folder, clock);
    var _ = folders.hourly.scheduleWithFixedDelay(folders::pruneQuietly, 0, 1, TimeUnit.HOURS);
    return folders;
  }

  private void pruneQuietly() {
    try {
      prune(folder, clock.instant().minus(KEPT));
    } catch (IOException e) {
      log.warn("old logs in {} stay: {}", folder, e.toString());
    }
  }

  /** Deletes the folders nothing was added to since then. */
  static void prune(Path folder, Instant since) throws IOException {
    try (Stream<Path> jobs = Files.list(folder)) {
      for (Path job : jobs.toList()) {
        if (Files.getLastModifiedTime(job).toInstant().isBefore(since)) {
          delete(job);
        }
      }
    } catch (NoSuchFileException e) {
      return; // no logs, or another runner was faster
    }
  }

  private static void delete(Path job) throws IOException {
    try (Stream<Path> files = Files.walk(job)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public void close() {
    hourly.shutdownNow();
  }
}
