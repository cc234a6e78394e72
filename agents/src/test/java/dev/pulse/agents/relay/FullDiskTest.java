package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pulse.Pulse;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk without room: nothing is lost, nothing runs unrecorded, and it goes on when there is. */
@Tag("slow")
class FullDiskTest {
  @TempDir Path mount;
  @TempDir Path logs;

  @Test
  void aFullDiskIsSaidAndSurvived() throws Exception {
    assumeTrue(run("true") == 0, "no user namespaces to mount a small disk in");
    try (var pulse = EmbeddedPulse.start();
        var _ = ShellAgents.start(pulse.client())) {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String classes =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      int exit =
          run(
              "exec %s --enable-native-access=ALL-UNNAMED -cp '%s' '%s' %s %s"
                  .formatted(java, classes, OnSmallDisk.class.getName(), mount, pulse.address()));
      assertThat(exit).as(Files.readString(log())).isZero();
    }
  }

  private Path log() {
    return logs.resolve("log");
  }

  private int run(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "unshare",
                "-rm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=400k none " + mount + " && " + command)
            .redirectErrorStream(true)
            .redirectOutput(log().toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  /** Runs where the small disk is mounted: {@code OnSmallDisk HOME SERVER}. */
  static final class OnSmallDisk {
    private OnSmallDisk() {}

    public static void main(String[] arguments) throws Exception {
      try (Pulse pulse = Pulse.connect(arguments[1]);
          var home = new RelayHome(Path.of(arguments[0]), pulse)) {
        home.stop();
        String plan =
            Samples.HEADER
                + "Words. ".repeat(8000)
                + "\n\n"
                + Samples.component(1, "PENDING", "shell").replace("Do step 1.", "echo ran");
        Path file = home.activate("plan", plan);
        Path filler = home.home.resolve("filler");
        fill(filler);
        home.start();
        await()
            .atMost(RelayHome.SOON)
            .until(
                () -> String.valueOf(home.board.get("plan")).contains("No space left on device"));
        check(Files.readString(file).equals(plan), "the plan is untouched");
        check(RelayHome.in(home.folders.active()).equals(List.of(file)), "nothing lies about");
        Files.delete(filler);
        String story = home.awaitCompleted("plan");
        check(story.contains("**Attempt:** 1\n"), "it ran once");
      }
    }

    private static void fill(Path filler) throws IOException {
      byte[] block = new byte[4096];
      try (var out =
          Files.newByteChannel(filler, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        while (true) {
          out.write(ByteBuffer.wrap(block));
        }
      } catch (IOException e) {
        // Full.
      }
    }

    private static void check(boolean holds, String what) {
      if (!holds) {
        throw new AssertionError("not so: " + what);
      }
    }
  }
}
