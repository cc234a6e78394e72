package dev.pulse.agents.branch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;

/**
 * A file that one holds at a time, whichever process they are in. The operating system gives it up
 * for a process that dies.
 */
final class Mutex implements AutoCloseable {
  /** A lock on a file is the process's; this is the thread's part of it. */
  private static final ConcurrentMap<Path, Semaphore> HERE = new ConcurrentHashMap<>();

  private final Semaphore here;
  private final FileChannel channel;

  private Mutex(Semaphore here, FileChannel channel) {
    this.here = here;
    this.channel = channel;
  }

  /** Waits for it. */
  static Mutex take(Path file) throws IOException, InterruptedException {
    Semaphore here = here(file);
    here.acquire();
    boolean taken = false;
    try {
      FileChannel channel = open(file);
      channel.lock();
      taken = true;
      return new Mutex(here, channel);
    } catch (FileLockInterruptionException e) {
      throw new InterruptedException();
    } finally {
      if (!taken) {
        here.release();
      }
    }
  }

  /** Empty: another has it. */
  static Optional<Mutex> tryTake(Path file) throws IOException {
    Semaphore here = here(file);
    if (!here.tryAcquire()) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      FileChannel channel = open(file);
      FileLock lock = channel.tryLock();
      taken = lock != null;
      if (!taken) {
        channel.close();
        return Optional.empty();
      }
      return Optional.of(new Mutex(here, channel));
    } finally {
      if (!taken) {
        here.release();
      }
    }
  }

  private static Semaphore here(Path file) {
    return HERE.computeIfAbsent(file.toAbsolutePath().normalize(), _ -> new Semaphore(1, true));
  }

  private static FileChannel open(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      here.release();
    }
  }
}
