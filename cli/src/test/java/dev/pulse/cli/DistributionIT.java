package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.house.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people download: unpacked somewhere, it works without the tree it came from. */
class DistributionIT {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder;
  private Path pulse;

  @BeforeEach
  void unpack() throws Exception {
    Path tarball;
    try (Stream<Path> files = Files.list(Repository.root().resolve("cli/target"))) {
      tarball = files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst().orElseThrow();
    }
    var tar = new ProcessBuilder("tar", "-xzf", tarball.toString(), "-C", folder.toString());
    assertThat(tar.inheritIO().start().waitFor()).isZero();
    pulse = folder.resolve(tarball.getFileName().toString().replace(".tar.gz", ""));
  }

  @Test
  void itCarriesWhatItNeeds() throws Exception {
    assertThat(pulse.resolve("LICENSE")).isNotEmptyFile();
    assertThat(pulse.resolve("README.md")).isNotEmptyFile();
    assertThat(pulse.resolve("share/systemd/user/pulse.service")).isNotEmptyFile();
    assertThat(pulse.resolve("share/bash-completion/completions/pulse"))
        .content()
        .contains("_complete_pulse", "doctor");
    try (var version = run("--version")) {
      assertThat(version.exit()).isZero();
      assertThat(version.out()).singleElement().asString().matches("pulse \\d+\\.\\d+\\.\\d+");
      assertThat(version.err()).isEmpty();
    }
  }

  @Test
  void aCacheThatDoesNotFitIsNoTrouble() throws Exception {
    Files.writeString(pulse.resolve("pulse.aot"), "made by another Java");
    try (var version = run("--version")) {
      assertThat(version.exit()).isZero();
      assertThat(version.out()).hasSize(1);
      assertThat(version.err()).isEmpty();
    }
  }

  @Test
  void aRehearsalThatWasKilledIsMadeAgain() throws Exception {
    Path cache = rehearsed();
    Files.delete(cache);
    Path left = Files.createDirectory(Path.of(cache + ".making"));
    try (var version = run("--version")) {
      assertThat(version.exit()).isZero();
      assertThat(cache()).as("another may still be at work").isEmpty();
    }
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));
    assertThat(rehearsed()).isEqualTo(cache);
    await().atMost(SOON).untilAsserted(() -> assertThat(left).doesNotExist());
  }

  /** Runs a command and waits for the cache of classes that it makes in the background. */
  private Path rehearsed() throws Exception {
    try (var version = run("--version")) {
      assertThat(version.exit()).isZero();
    }
    return await().atMost(SOON).until(this::cache, Optional::isPresent).orElseThrow();
  }

  private Optional<Path> cache() throws IOException {
    Path caches = folder.resolve("cache/pulse");
    if (!Files.exists(caches)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(caches)) {
      return files.filter(file -> file.toString().endsWith(".aot")).findFirst();
    }
  }

  @Test
  void jobsAreDoneAndASignalEndsEverythingWell() throws Exception {
    try (var up = run("up", "--listen", "127.0.0.1:0").awaitUp()) {
      String server = up.out().getLast().replaceFirst(".*//", "");
      try (var worker = run("worker", "--server", server, "--handle", "echo=cat");
          var job = run("submit", "echo", "--args", "{\"n\":1}", "--wait", "--server", server)) {
        assertThat(job.exit()).as("it said " + job.err()).isZero();
        assertThat(worker.terminate()).as("the worker said " + worker.err()).isZero();
      }
      assertThat(up.terminate()).as("it said " + up.err()).isZero();
    }
  }

  /** With a home and a cache of its own. */
  private Launched run(String... arguments) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    var command = new ArrayList<>(List.of(pulse.resolve("bin/pulse").toString()));
    command.addAll(List.of(arguments));
    return Launched.start(
        command,
        Map.of("HOME", home.toString(), "XDG_CACHE_HOME", folder.resolve("cache").toString()));
  }
}
