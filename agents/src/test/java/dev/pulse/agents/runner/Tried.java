package dev.pulse.agents.runner;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A shell script under supervision, and what was heard of it. */
final class Tried implements Hearing {
  static final Duration GRACE = Duration.ofSeconds(1);

  final Excerpt out = new Excerpt(1 << 14);
  final Excerpt err = new Excerpt(1 << 14);
  final Leash leash;
  private final Path folder;
  private Duration timeout = Duration.ofSeconds(30);
  private Duration silence;
  private String stdin = "";

  Tried(Path folder) {
    this.folder = folder;
    Sighting self = Census.ofThisMachine().self();
    this.leash = Leash.of(folder, self, UUID.randomUUID(), 1);
  }

  Tried timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  Tried silence(Duration silence) {
    this.silence = silence;
    return this;
  }

  Tried stdin(String stdin) {
    this.stdin = stdin;
    return this;
  }

  End sh(String script) throws IOException, InterruptedException {
    Map<String, String> env = new HashMap<>(System.getenv());
    return new Supervision(Census.ofThisMachine())
        .run(
            new Launch(List.of("sh", "-c", script), env, folder, stdin, leash),
            this,
            new Supervision.Bounds(timeout, silence, () -> GRACE, () -> false));
  }

  /** Who of it is still alive. */
  List<Sighting> alive() {
    return Family.left(leash, Census.ofThisMachine()).look();
  }

  @Override
  public void out(byte[] bytes, int length) {
    out.add(bytes, length);
  }

  @Override
  public void err(byte[] bytes, int length) {
    err.add(bytes, length);
  }
}
