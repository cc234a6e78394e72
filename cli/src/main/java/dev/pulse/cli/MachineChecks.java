package dev.pulse.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Looks at what the machine brings: Java, a place to live, agents. */
final class MachineChecks {
  private static final int OLDEST_JAVA = 25;
  private static final List<String> AGENTS =
      List.of("claude", "codex", "gemini", "opencode", "aider");
  private static final long MEGABYTE = 1 << 20;
  private static final long TOO_FULL = 200 * MEGABYTE;
  private static final long NEARLY_FULL = 2048 * MEGABYTE;

  private MachineChecks() {}

  static Finding java() {
    String found = Runtime.version() + " in " + System.getProperty("java.home");
    return Runtime.version().feature() >= OLDEST_JAVA
        ? Finding.ok("java", found)
        : Finding.wrong("java", found + ": install a JDK " + OLDEST_JAVA + " or set JAVA_HOME");
  }

  static Finding home(Path home) {
    Path place = home.toAbsolutePath();
    while (!Files.exists(place)) {
      place = Objects.requireNonNull(place.getParent(), "the root folder exists");
    }
    if (!Files.isDirectory(place)) {
      return Finding.wrong("home", place + " is no folder: name another with --home");
    }
    if (!Files.isWritable(place)) {
      return Finding.wrong("home", "cannot write to " + place + ": name another with --home");
    }
    String what = Files.exists(home) ? home.toString() : home + " will be made";
    try {
      long free = Files.getFileStore(place).getUsableSpace();
      String text = "%s, %d MB free".formatted(what, free / MEGABYTE);
      if (free < TOO_FULL) {
        return Finding.wrong("home", text + ": make room, Postgres needs more");
      }
      return free < NEARLY_FULL
          ? Finding.warn("home", text + ": make room before the jobs need it")
          : Finding.ok("home", text);
    } catch (IOException e) {
      return Finding.warn("home", what + ", and nobody says how much is free");
    }
  }

  /** Nobody needs them all, or any. */
  static Finding agents(String path) {
    var found = new ArrayList<String>();
    var missing = new ArrayList<String>();
    for (String agent : AGENTS) {
      boolean there =
          List.of(path.split(File.pathSeparator, -1)).stream()
              .filter(folder -> !folder.isBlank())
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, agent)));
      (there ? found : missing).add(agent);
    }
    String absent = String.join(", ", missing);
    if (found.isEmpty()) {
      return Finding.ok("agents", "none of " + absent + " on the PATH");
    }
    String present = "found " + String.join(", ", found);
    return Finding.ok("agents", missing.isEmpty() ? present : present + "; no " + absent);
  }
}
