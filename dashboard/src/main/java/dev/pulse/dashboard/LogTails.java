package dev.pulse.dashboard;

import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The ends of the logs that somebody looks at. Each is read once, as it is written, however many
 * look; a log that nobody asked for in a while is given up.
 */
final class LogTails implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(10);

  private record Key(UUID job, int attempt) {}

  private final Map<Key, LogTail> tails = new HashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** What is known of it now; for a log that nobody looked at before, what comes at once. */
  LogTail.Seen of(Pulse pulse, UUID job, int attempt) {
    LogTail tail;
    synchronized (this) {
      giveUpIdle();
      tail =
          tails.computeIfAbsent(
              new Key(job, attempt),
              key -> {
                var begun = new LogTail();
                threads.execute(() -> read(pulse, key, begun));
                return begun;
              });
    }
    return tail.look();
  }

  private static void read(Pulse pulse, Key key, LogTail tail) {
    try (var lines = pulse.followLog(key.job(), key.attempt())) {
      tail.read(lines);
    } catch (PulseException e) {
      tail.fail(String.valueOf(e.getMessage()));
    }
  }

  private void giveUpIdle() {
    List<Key> idle =
        tails.entrySet().stream()
            .filter(entry -> entry.getValue().isIdle(IDLE))
            .map(Map.Entry::getKey)
            .toList();
    for (Key key : idle) {
      LogTail gone = tails.remove(key);
      if (gone != null) {
        gone.close();
      }
    }
  }

  synchronized int followed() {
    giveUpIdle();
    return tails.size();
  }

  @Override
  public synchronized void close() {
    tails.values().forEach(LogTail::close);
    tails.clear();
    threads.shutdownNow();
  }
}
