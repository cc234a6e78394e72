package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Pulse;
import dev.pulse.testing.EmbeddedPulse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans that nobody lets us read or write: said, survived, and taken up again when one may. */
@Tag("slow")
class LockedPlanTest {
  @TempDir Path folder;
  @TempDir Path logs;

  @Test
  void aPlanThatMayNotBeReadIsSaidAndSurvived() throws Exception {
    try (var pulse = EmbeddedPulse.start();
        var _ = ShellAgents.start(pulse.client())) {
      File log = logs.resolve("log").toFile();
      Process process =
          new ProcessBuilder(command(pulse.address()))
              .redirectErrorStream(true)
              .redirectOutput(log)
              .start();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log.toPath())).isZero();
    }
  }

  /** Root may read whatever it likes, unless that is taken from it. */
  private List<String> command(String server) {
    var command = new ArrayList<String>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.addAll(List.of(WithoutPrivileges.class.getName(), folder.toString(), server));
    return command;
  }

  /** Runs where permissions count: {@code WithoutPrivileges HOME SERVER}. */
  static final class WithoutPrivileges {
    private WithoutPrivileges() {}

    public static void main(String[] arguments) throws Exception {
      try (Pulse pulse = Pulse.connect(arguments[1]);
          var home = new RelayHome(Path.of(arguments[0]), pulse)) {
        lockedFromTheStart(home);
        lockedWhileItRuns(home);
        lockedFolder(home);
      }
    }

    private static void lockedFromTheStart(RelayHome home) throws Exception {
      Path draft = home.folders.drafts().resolve("locked.md");
      Files.writeString(draft, plan("touch unlocked"));
      permit(draft, "---------");
      Files.move(draft, home.active("locked"));
      awaitSaid(home, "locked", "permission denied: " + home.active("locked"));
      home.activate("open", plan("touch open"));
      home.awaitCompleted("open");
      check(!Files.exists(home.home.resolve("unlocked")), "what cannot be read is not run");
      permit(home.active("locked"), "rw-------");
      home.awaitCompleted("locked");
      check(Files.exists(home.home.resolve("unlocked")), "it ran when it could be read");
    }

    private static void lockedWhileItRuns(RelayHome home) throws Exception {
      home.activate("run", plan("echo 1 >>runs; while ! test -f go; do sleep 0.05; done"));
      await().atMost(RelayHome.SOON).until(() -> Files.exists(home.home.resolve("runs")));
      permit(home.active("run"), "---------");
      Files.writeString(home.home.resolve("go"), "");
      awaitSaid(home, "run", "permission denied");
      permit(home.active("run"), "rw-------");
      String story = home.awaitCompleted("run");
      check(story.contains("**Attempt:** 1\n"), "it ran once");
      check(Files.readAllLines(home.home.resolve("runs")).size() == 1, "its work was done once");
    }

    /** Without a place for the new text nothing is begun: what is not on record does not run. */
    private static void lockedFolder(RelayHome home) throws Exception {
      String text = plan("touch written");
      home.stop();
      home.activate("kept", text);
      permit(home.folders.active(), "r-xr-xr-x");
      try {
        home.start();
        awaitSaid(home, "kept", "permission denied");
        check(Files.readString(home.active("kept")).equals(text), "the plan is untouched");
        check(!Files.exists(home.home.resolve("written")), "nothing runs unrecorded");
      } finally {
        permit(home.folders.active(), "rwxr-xr-x");
      }
      home.awaitCompleted("kept");
    }

    private static void awaitSaid(RelayHome home, String plan, String words) {
      await()
          .atMost(RelayHome.SOON)
          .until(() -> String.valueOf(home.board.get(plan)).contains(words));
    }

    private static String plan(String script) {
      return Samples.HEADER
          + Samples.component(1, "PENDING", "shell").replace("Do step 1.", script);
    }

    private static void permit(Path path, String permissions) throws IOException {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static void check(boolean holds, String what) {
      if (!holds) {
        throw new AssertionError("not so: " + what);
      }
    }
  }
}
