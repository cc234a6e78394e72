package dev.pulse.agents.runner;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds programs as a shell would. */
final class Programs {
  private Programs() {}

  /** What to say about a program that is not there; empty if it is. */
  static Optional<String> missing(Launch launch) {
    String program = launch.words().getFirst();
    if (program.indexOf('/') >= 0) {
      return Files.isExecutable(launch.workdir().resolve(program))
          ? Optional.empty()
          : Optional.of("there is no program " + program);
    }
    return isOnPath(program, launch.env().getOrDefault("PATH", ""))
        ? Optional.empty()
        : Optional.of(program + " is not on the PATH");
  }

  static boolean isOnPath(String program, String path) {
    return List.of(path.split(File.pathSeparator, -1)).stream()
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
