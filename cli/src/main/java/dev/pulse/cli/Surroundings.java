package dev.pulse.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** What a command finds around it. Tests bring their own. */
record Surroundings(
    Map<String, String> environment,
    Path userHome,
    InputStream in,
    Terminal terminal,
    InstantSource clock) {

  static Surroundings ofThisProcess() {
    return new Surroundings(
        System.getenv(),
        Path.of(System.getProperty("user.home")),
        System.in,
        Terminal.ofThisProcess(System.getenv()),
        InstantSource.system());
  }

  /** A variable of the environment; one that is set to nothing counts as unset. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
