package dev.pulse.agents.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when something happens to a plan in a folder. What it misses, the next round finds (R1). */
final class FolderWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FolderWatch.class);

  private final WatchService watch;
  private final Path folder;
  private final Runnable wake;

  private FolderWatch(WatchService watch, Path folder, Runnable wake) {
    this.watch = watch;
    this.folder = folder;
    this.wake = wake;
  }

  static FolderWatch on(Path folder, Runnable wake) {
    try {
      var watch = new FolderWatch(folder.getFileSystem().newWatchService(), folder, wake);
      watch.register();
      Thread.ofVirtual().name("plans-watch").start(watch::run);
      return watch;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void register() {
    try {
      folder.register(
          watch,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException e) {
      log.warn("{} cannot be watched, plans are looked at once a minute: {}", folder, e.toString());
    }
  }

  private void run() {
    try {
      while (true) {
        WatchKey key = watch.take();
        if (key.pollEvents().stream().anyMatch(FolderWatch::isPlan)) {
          wake.run();
        }
        if (!key.reset()) {
          wake.run(); // the folder itself is gone; a round makes it anew
          register();
        }
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      // Closed.
    }
  }

  private static boolean isPlan(WatchEvent<?> event) {
    return !(event.context() instanceof Path file) || PlanFile.isPlan(file);
  }

  @Override
  public void close() {
    try {
      watch.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
