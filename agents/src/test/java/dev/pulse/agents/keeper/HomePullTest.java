package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A push from anywhere counts within one tick, and no tick waits long for it (K2). */
class HomePullTest {
  @TempDir private Path folder;
  private final TestTime time = new TestTime();
  private Path home;
  private Path elsewhere;

  @BeforeEach
  void repositories() throws IOException {
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "bare.git");
    git(folder, "clone", "--quiet", "bare.git", "elsewhere");
    elsewhere = folder.resolve("elsewhere");
    git(elsewhere, "checkout", "--quiet", "-B", "main");
    push("one");
    git(folder, "clone", "--quiet", "--branch=main", "bare.git", "home");
    home = folder.resolve("home");
    Files.createDirectories(home.resolve("keeper"));
  }

  private void push(String lifecycle) throws IOException {
    Files.writeString(elsewhere.resolve("lifecycle.org"), "* " + lifecycle + "\n");
    git(elsewhere, "add", ".");
    git(elsewhere, "commit", "--quiet", "--message", lifecycle);
    git(elsewhere, "push", "--quiet", "--set-upstream", "origin", "main");
  }

  private HomePull pull(boolean on, Duration atMost) {
    var config = Home.CONFIG;
    return new HomePull(
        home,
        new KeeperConfig(
            config.slots(), config.wallClock(), config.look(), config.watch(), on, atMost),
        time);
  }

  @Test
  void aPushIsThereAfterThePull() throws Exception {
    push("two");
    assertThat(pull(false, Duration.ofSeconds(20)).pull()).isEmpty();
    assertThat(home.resolve("lifecycle.org")).as("not asked to pull").hasContent("* one");
    HomePull pull = pull(true, Duration.ofSeconds(20));
    assertThat(pull.pull()).isEmpty();
    assertThat(home.resolve("lifecycle.org")).hasContent("* two");
    push("three");
    assertThat(pull.pull()).isEmpty();
    assertThat(home.resolve("lifecycle.org"))
        .as("those who tick together share one")
        .hasContent("* two");
    time.advance(Duration.ofSeconds(5));
    assertThat(pull.pull()).isEmpty();
    assertThat(home.resolve("lifecycle.org")).hasContent("* three");
  }

  @Test
  void whatGoesWrongIsToldAndNothingMore() throws Exception {
    git(home, "remote", "set-url", "origin", folder.resolve("gone").toString());
    assertThat(pull(true, Duration.ofSeconds(20)).pull())
        .hasValueSatisfying(trouble -> assertThat(trouble).startsWith("git pull: "));
  }

  @Test
  void aRemoteThatHangsIsLeftAfterAWhile() throws Exception {
    git(home, "remote", "set-url", "origin", "ssh://nobody@localhost/x");
    git(home, "config", "core.sshCommand", "sleep 1000 #");
    assertThat(pull(true, Duration.ofMillis(300)).pull())
        .contains("git pull took longer than PT0.3S");
  }

  private static void git(Path where, String... words) {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(words));
    try {
      Process git =
          new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(git.onExit().join().exitValue()).as("%s: %s", command, said).isZero();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
