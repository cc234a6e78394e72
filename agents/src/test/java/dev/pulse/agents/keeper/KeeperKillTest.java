package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.pulse.testing.EmbeddedPulse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a real keeper, again and again, by a real clock (K6). */
@Tag("slow")
class KeeperKillTest {
  private static final int KILLS = 20;

  @TempDir private Path folder;

  @Test
  void twentyKillsDuringARunAndTwentyAfterItCallNoModelAgain() throws Exception {
    Files.writeString(folder.resolve("lifecycle.org"), Org.CANONICAL);
    Files.writeString(
        folder.resolve("fleet.org"),
        "* wren\n:PROPERTIES:\n:DEF: agents/writer.md\n:LIFECYCLE: lifecycle.org\n:END:\n");
    var calls = new AtomicInteger();
    var go = new CountDownLatch(1);
    try (var pulse = EmbeddedPulse.start();
        var _ =
            pulse
                .client()
                .worker()
                .topic("agents")
                .handle(
                    "agent",
                    _ -> {
                      calls.incrementAndGet();
                      go.await();
                      return Home.done();
                    })
                .start()) {
      Process first = start(pulse.address());
      await().atMost(1, TimeUnit.MINUTES).until(() -> calls.get() == 1);
      kill(first);
      for (int kill = 0; kill < KILLS; kill++) {
        Process keeper = start(pulse.address());
        assertThat(keeper.inputReader().readLine()).as("it keeps").isNotNull();
        kill(keeper);
      }
      assertThat(folder.resolve("keeper/wren/keeper-run")).exists();
      Process last = start(pulse.address());
      go.countDown();
      await()
          .atMost(1, TimeUnit.MINUTES)
          .until(() -> !Files.exists(folder.resolve("keeper/wren/keeper-run")));
      kill(last);
      assertThat(folder.resolve("keeper/wren/lifecycle-pos")).hasContent("wake_add 1");
      Instant ticked =
          Instant.ofEpochSecond(
              Long.parseLong(Files.readString(folder.resolve("keeper/wren/keeper-last-run"))));
      for (int kill = 0; kill < KILLS; kill++) {
        Process keeper = start(pulse.address());
        String next = keeper.inputReader().readLine();
        assertThat(Instant.parse(next))
            .as("the rest of the hour, whatever was killed")
            .isCloseTo(ticked.plus(1, ChronoUnit.HOURS), within(1, ChronoUnit.SECONDS));
        kill(keeper);
      }
      assertThat(calls).hasValue(1);
      assertThat(folder.resolve("keeper/wren/lifecycle-pos")).hasContent("wake_add 1");
    }
  }

  private Process start(String server) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            KeeperProcess.class.getName(),
            server,
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void kill(Process keeper) {
    keeper.destroyForcibly().onExit().join();
  }
}
