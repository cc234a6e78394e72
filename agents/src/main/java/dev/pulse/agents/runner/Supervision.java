package dev.pulse.agents.runner;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts a process, hears it, and sees to it that nothing of it is left, however it ends (A6).
 * Whatever it does with its streams, its children or its signals, this returns.
 */
final class Supervision {
  private static final Duration TICK = Duration.ofMillis(200);

  /** Looking for the family reads the whole of /proc; a detached child lives long enough. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private static final Duration LAST_WORDS = Duration.ofSeconds(2);
  private static final boolean HAS_SETSID =
      Programs.isOnPath("setsid", System.getenv().getOrDefault("PATH", ""));

  /**
   * How far a process may go.
   *
   * @param silence null: it may say nothing for as long as it likes
   * @param grace between being asked to end and being made to
   * @param overBudget whether it has spent too much
   */
  record Bounds(
      Duration timeout,
      @Nullable Duration silence,
      Supplier<Duration> grace,
      BooleanSupplier overBudget) {}

  private final Census census;
  private volatile long heardAt;

  Supervision(Census census) {
    this.census = census;
  }

  /**
   * Runs it to its end.
   *
   * @throws IOException it could not be started
   * @throws InterruptedException it was not wanted any more, and is gone
   */
  End run(Launch launch, Hearing hearing, Bounds bounds) throws IOException, InterruptedException {
    heardAt = System.nanoTime();
    Process process = start(launch);
    Family family = Family.of(process, launch.leash(), census);
    Thread in = thread("stdin", () -> feed(process.getOutputStream(), launch.stdin()));
    Thread out = thread("stdout", () -> hear(process.getInputStream(), hearing::out));
    Thread err = thread("stderr", () -> hear(process.getErrorStream(), hearing::err));
    try {
      return watch(process, family, bounds);
    } finally {
      family.end(bounds.grace().get());
      hearOut(process, List.of(in, out, err));
      process.destroyForcibly(); // not before: it closes the streams, and with them the last words
      hearing.end();
    }
  }

  /** Leads a session of its own where it can: Ctrl-C at our terminal is not meant for it. */
  private static Process start(Launch launch) throws IOException {
    var words = new ArrayList<String>();
    if (HAS_SETSID) {
      words.add("setsid");
    }
    words.addAll(launch.words());
    var builder = new ProcessBuilder(words).directory(launch.workdir().toFile());
    builder.environment().clear();
    builder.environment().putAll(launch.env());
    builder.environment().put(Leash.VARIABLE, launch.leash().toString());
    return builder.start();
  }

  private End watch(Process process, Family family, Bounds bounds) throws InterruptedException {
    long started = System.nanoTime();
    long looked = started;
    while (!process.waitFor(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      if (now - started > bounds.timeout().toNanos()) {
        return new End.OutOfTime(bounds.timeout());
      }
      Duration silence = bounds.silence();
      if (silence != null && now - heardAt > silence.toNanos()) {
        return new End.Silent(silence);
      }
      if (bounds.overBudget().getAsBoolean()) {
        return new End.OverBudget();
      }
      if (now - looked > BETWEEN_LOOKS.toNanos()) {
        family.look();
        looked = now;
      }
    }
    return new End.Exited(process.exitValue());
  }

  private static Thread thread(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name("agent-" + name).start(work);
  }

  /** A child that closes its end early has read all it wanted. */
  private static void feed(OutputStream stdin, String text) {
    try (stdin) {
      stdin.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return;
    }
  }

  private void hear(InputStream stream, Hearing.Ear ear) {
    byte[] buffer = new byte[1 << 16];
    try (stream) {
      for (int length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
        heardAt = System.nanoTime();
        ear.hear(buffer, length);
      }
    } catch (IOException e) {
      return; // closed under us: whoever holds the other end was given time
    }
  }

  /** What was said before the end is still in the pipes. */
  private static void hearOut(Process process, List<Thread> threads) {
    boolean interrupted = Thread.interrupted();
    long deadline = System.nanoTime() + LAST_WORDS.toNanos();
    for (Thread thread : threads) {
      try {
        thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    close(process.getInputStream());
    close(process.getErrorStream());
    close(process.getOutputStream());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Closeable stream) {
    try {
      stream.close();
    } catch (IOException e) {
      return; // it is of no use any more
    }
  }
}
