package dev.pulse.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Files that a home is given: samples of what can be set, and the demo's. */
final class HomeFiles {
  static final List<String> SAMPLES =
      List.of(
          "README.md",
          "pulse.env",
          "config.sample.json",
          "agents/shell.md",
          "agents/coder.md",
          "plans/drafts/hello.md",
          "fleet.org",
          "lifecycle.org");

  static final List<String> DEMO =
      List.of(
          "agents/demo-shell.md",
          "agents/demo-ticker.md",
          "agents/demo-mason.md",
          "demo-day.org",
          "fleet.org",
          "plans/active/demo.md");

  private HomeFiles() {}

  static Map<Path, Boolean> samples(Path home) throws IOException {
    return make(home, "home/", SAMPLES);
  }

  /** Only a home that never had the demo is given it: a plan that ended must not start again. */
  static void demo(Path home) throws IOException {
    if (!Files.exists(home.resolve(DEMO.getFirst()))) {
      Files.createDirectories(home.resolve("demo"), mode("rwx------"));
      make(home, "demo/", DEMO);
    }
  }

  /** Answers which files were made; those that are there already are kept. */
  private static Map<Path, Boolean> make(Path home, String kind, List<String> files)
      throws IOException {
    Files.createDirectories(home, mode("rwx------"));
    var made = new LinkedHashMap<Path, Boolean>();
    for (String file : files) {
      made.put(home.resolve(file), make(home.resolve(file), kind + file));
    }
    return made;
  }

  /** Passwords are written into them, so they are nobody else's to read from the start. */
  private static boolean make(Path file, String sample) throws IOException {
    if (Files.exists(file)) {
      return false;
    }
    Files.createDirectories(Objects.requireNonNull(file.getParent()), mode("rwx------"));
    try (InputStream text = HomeFiles.class.getResourceAsStream(sample)) {
      byte[] content = Objects.requireNonNull(text, sample).readAllBytes();
      Files.write(Files.createFile(file, mode("rw-------")), content);
    }
    return true;
  }

  private static FileAttribute<?> mode(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }
}
