package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.house.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./pulse} itself: what it finds, what it builds, what it says when it cannot. */
class LauncherIT {
  private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

  private static final List<String> TOOLS =
      List.of("sh", "sed", "dirname", "readlink", "find", "touch", "mkdir", "cat", "cksum");

  @TempDir Path folder;
  private Path root;
  private Path jdks;

  @BeforeAll
  static void packaged() throws IOException {
    Launched.builtJustNow(Repository.root());
  }

  /** A tree in which building and running only say that they were asked to. */
  @BeforeEach
  void plantATree() throws IOException {
    root = folder.resolve("tree");
    for (String part : List.of("pulse", ".mvn/find-jdk.sh")) {
      Files.createDirectories(root.resolve(part).getParent());
      Files.copy(
          Repository.root().resolve(part),
          root.resolve(part),
          java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.copy(Repository.root().resolve("cli/src/main/dist/bin/pulse"), root.resolve("launcher"));
    script(
        root.resolve("mvnw"),
        """
        cd "${0%/*}"
        mkdir -p cli/target/app/bin cli/target/app/lib
        cat launcher > cli/target/app/bin/pulse
        cat .mvn/find-jdk.sh > cli/target/app/lib/find-jdk.sh
        echo building >&2""");
    old("pom.xml");
    for (String room : List.of("api", "sdk", "server", "agents", "dashboard", "cli")) {
      old(room + "/pom.xml");
    }
    old("cli/src/main/java/Old.java");
    jdks = folder.resolve("jdks");
    jdk("17");
  }

  @Test
  void itTellsItsVersion() throws Exception {
    try (var pulse = Launched.pulse("--version")) {
      assertThat(pulse.exit()).isZero();
      assertThat(pulse.out()).singleElement().asString().matches("pulse \\d+\\.\\d+\\.\\d+");
      assertThat(pulse.err()).isEmpty();
    }
  }

  @Test
  void aWrongOptionIsNamedInOneLine() throws Exception {
    try (var pulse = Launched.pulse("up", "--bogus")) {
      assertThat(pulse.exit()).isEqualTo(2);
      assertThat(pulse.out()).isEmpty();
      assertThat(pulse.err()).singleElement().asString().startsWith("pulse: ").contains("--bogus");
    }
  }

  @Test
  void aMissingCommandIsMissedInOneLine() throws Exception {
    try (var pulse = Launched.pulse()) {
      assertThat(pulse.exit()).isEqualTo(2);
      assertThat(pulse.err()).singleElement().asString().startsWith("pulse: ");
    }
  }

  @Test
  void withoutAJdk25ItSaysSoInOneLine() throws Exception {
    try (var pulse = planted()) {
      assertThat(pulse.exit()).isEqualTo(1);
      assertThat(pulse.out()).isEmpty();
      assertThat(pulse.err()).singleElement().asString().contains("no JDK 25 found");
    }
  }

  @Test
  void itFindsAJdkThatIsNewEnough() throws Exception {
    jdk("26");
    try (var pulse = planted()) {
      assertThat(pulse.exit()).isZero();
      assertThat(pulse.out()).containsExactly("running on 26");
    }
  }

  @Test
  void itBuildsOnceAndAgainWhenASourceIsNewer() throws Exception {
    jdk("25");
    try (var first = planted()) {
      assertThat(first.exit()).isZero();
      assertThat(first.err()).contains("building");
    }
    at(root.resolve("cli/target/app/.built"), BUILT);
    try (var second = planted()) {
      assertThat(second.exit()).isZero();
      assertThat(second.err()).isEmpty();
    }
    at(root.resolve("cli/src/main/java/Old.java"), BUILT.plusSeconds(1));
    try (var third = planted()) {
      assertThat(third.exit()).isZero();
      assertThat(third.err()).contains("building");
    }
  }

  @Test
  void aFailedBuildStartsNothing() throws Exception {
    jdk("25");
    script(root.resolve("mvnw"), "exit 1");
    try (var pulse = planted()) {
      assertThat(pulse.exit()).isEqualTo(1);
      assertThat(pulse.out()).isEmpty();
      assertThat(pulse.err()).last().asString().contains("the build failed");
    }
  }

  /** The planted launcher, on a PATH without Java. */
  private Launched planted() throws IOException {
    Path tools = folder.resolve("tools");
    if (!Files.exists(tools)) {
      Files.createDirectory(tools);
      for (String tool : TOOLS) {
        Files.createSymbolicLink(tools.resolve(tool), installed(tool));
      }
    }
    var builder = new ProcessBuilder(root.resolve("pulse").toString());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("PULSE_JDKS", jdks.toString());
    return Launched.start(builder);
  }

  private static Path installed(String tool) {
    for (String place : List.of("/usr/bin", "/bin")) {
      if (Files.exists(Path.of(place, tool))) {
        return Path.of(place, tool);
      }
    }
    throw new AssertionError("this machine has no " + tool);
  }

  private void jdk(String version) throws IOException {
    Path home = jdks.resolve("jdk-" + version);
    script(home.resolve("bin/javac"), "");
    script(home.resolve("bin/java"), "echo running on " + version);
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
  }

  private void old(String file) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    at(Files.writeString(root.resolve(file), ""), BUILT.minusSeconds(1));
    for (Path path = root.resolve(file).getParent();
        !path.equals(folder);
        path = path.getParent()) {
      at(path, BUILT.minusSeconds(1));
    }
  }

  private static void at(Path file, Instant time) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
