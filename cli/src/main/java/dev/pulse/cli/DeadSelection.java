package dev.pulse.cli;

import dev.pulse.DeadFilter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters are meant. */
final class DeadSelection {
  @Option(names = "--name", paramLabel = "NAME", description = "Those of this name.")
  private @Nullable String name;

  @Option(names = "--topic", paramLabel = "TOPIC", description = "Those of this topic.")
  private @Nullable String topic;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = TimeText.class,
      description = "Those that died at this time or later: 2026-01-31T09:30:00Z.")
  private @Nullable Instant since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = TimeText.class,
      description = "Those that died before this time.")
  private @Nullable Instant until;

  @Option(names = "--all", description = "All of them.")
  private boolean all;

  void check() {
    Bounds.text("--name", name, Bounds.LONGEST_NAME);
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    if (all && isNarrowed()) {
      throw new Misuse("--all excludes --name, --topic, --since and --until");
    }
  }

  boolean isEmpty() {
    return !all && !isNarrowed();
  }

  DeadFilter filter() {
    return new DeadFilter(name, topic, since, until);
  }

  private boolean isNarrowed() {
    return name != null || topic != null || since != null || until != null;
  }
}
