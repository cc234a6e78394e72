package dev.pulse.cli;

import dev.pulse.house.Repository;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The launcher as a process of its own: what it says and how it ends. */
final class Launched implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> err = new CopyOnWriteArrayList<>();
  private final CompletableFuture<String> up = new CompletableFuture<>();
  private final List<Thread> readers = new ArrayList<>();

  private Launched(Process process) {
    this.process = process;
    readers.add(Thread.ofVirtual().start(() -> read(process.getInputStream(), out)));
    readers.add(Thread.ofVirtual().start(() -> read(process.getErrorStream(), err)));
  }

  /** The launcher of this source tree, on what Maven has just packaged. */
  static Launched pulse(String... arguments) {
    var command = new ArrayList<>(List.of(Repository.root().resolve("pulse").toString()));
    command.addAll(List.of(arguments));
    return start(command, Map.of());
  }

  /** With this environment besides the inherited one, of which nothing configures Pulse. */
  static Launched start(List<String> command, Map<String, String> environment) {
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("PULSE_"));
    builder.environment().put("PULSE_TIMEOUT", "1m"); // also where much else runs
    builder.environment().putAll(environment);
    return start(builder);
  }

  static Launched start(ProcessBuilder builder) {
    try {
      return new Launched(builder.redirectInput(Path.of("/dev/null").toFile()).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells the launcher that the app is newer than the sources, as it is when Maven comes here. */
  static void builtJustNow(Path root) throws IOException {
    Files.writeString(root.resolve("cli/target/app/.built"), "");
  }

  Launched awaitUp() throws Exception {
    up.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return this;
  }

  long pid() {
    return process.pid();
  }

  int exit() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still running; it said " + out + err);
    }
    for (Thread reader : readers) {
      reader.join();
    }
    return process.exitValue();
  }

  int terminate() throws InterruptedException {
    process.destroy();
    return exit();
  }

  int kill() throws InterruptedException {
    process.destroyForcibly();
    return exit();
  }

  List<String> out() {
    return out;
  }

  List<String> err() {
    return err;
  }

  @Override
  public void close() {
    process.destroy();
    process
        .onExit()
        .completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .thenRun(process::destroyForcibly)
        .join();
  }

  private void read(InputStream stream, List<String> lines) {
    try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
        if (line.startsWith("pulse is up")) {
          up.complete(line);
        }
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
    if (lines == out) {
      up.completeExceptionally(new AssertionError("it never came up; it said " + out + err));
    }
  }
}
