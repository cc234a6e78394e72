package dev.pulse.agents.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A line for a shell that belongs to an attempt and is watched over like an agent. */
final class ShellLine {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LAST_WORDS = 2 << 10;

  private final Attempt.Scene scene;
  private final Consumer<String> watcher;

  ShellLine(Attempt.Scene scene, Consumer<String> watcher) {
    this.scene = scene;
    this.watcher = watcher;
  }

  /** Runs it; answers what went wrong, or nothing. */
  String run(String line) {
    var said = new Excerpt(LAST_WORDS);
    Hearing hearing =
        Hearing.ofBoth(
            (bytes, length) -> {
              said.add(bytes, length);
              watcher.accept(new String(bytes, 0, length, StandardCharsets.UTF_8));
            });
    var launch =
        new Launch(List.of("sh", "-c", line), scene.env(), scene.folder(), "", scene.leash());
    var bounds = new Supervision.Bounds(PATIENCE, null, scene.grace(), () -> false);
    try {
      End end = new Supervision(scene.census()).run(launch, hearing, bounds);
      return switch (end) {
        case End.Exited(int code) when code == 0 -> "";
        case End.Exited(int code) -> "exit %d: %s".formatted(code, said.tail().strip());
        case End.OutOfTime _, End.Silent _, End.OverBudget _ -> "it did not end";
      };
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
