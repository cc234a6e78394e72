package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gigabyte of output, and a runner that is killed without mercy (A6, A7). */
@Tag("slow")
@Timeout(600)
class HardshipTest {
  private static EmbeddedPulse pulse;

  @TempDir Path folder;

  @BeforeAll
  static void startServer() {
    pulse = EmbeddedPulse.start();
  }

  @AfterAll
  static void stopServer() {
    pulse.close();
  }

  @Test
  void aGigabyteOfOutputCostsBoundedDiskAndMemory() throws IOException {
    try (var bench = new Bench(folder, pulse.client())) {
      bench
          .agent(
              "flood",
              "command: 'echo first; head -c 1073741824 /dev/zero | tr \"\\0\" x; echo last'")
          .start(1);
      long before = usedMemory();
      long started = System.nanoTime();
      JobHandle handle = bench.submit("flood", "");
      Job job = handle.await(Duration.ofMinutes(8));
      double seconds = (System.nanoTime() - started) / 1e9;
      assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
      Path log = bench.log(handle, 1);
      assertThat(Files.size(log)).isLessThan(BoundedLog.HEAD + BoundedLog.TAIL + 100);
      String text = Files.readString(log);
      assertThat(text).startsWith("first\nxxx").contains("bytes left out").endsWith("xlast\n");
      assertThat(Bench.result(job).path("output").asText())
          .hasSizeLessThan(17 << 10)
          .endsWith("last");
      assertThat(bench.watched.length()).isLessThan(16 << 20);
      long grown = (usedMemory() - before) >> 20;
      assertThat(grown).as("megabytes of heap kept").isLessThan(64);
      System.out.printf(
          "HardshipTest: 1 GB in %.1f s, log %d bytes, live %d characters, heap kept %d MB%n",
          seconds, Files.size(log), bench.watched.length(), grown);
    }
  }

  @Test
  void aKilledRunnersAgentIsSweptByTheNextAndItsJobRunsAgain() throws Exception {
    try (var bench = new Bench(folder, pulse.client())) {
      bench.agent(
          "stubborn",
          """
          command: 'trap "" TERM; echo $$ > pid.$PULSE_ATTEMPT; [ $PULSE_ATTEMPT -gt 1 ] || while :; do sleep 1; done'\
          """);
      Process runner = process(bench.home);
      JobHandle job =
          pulse
              .client()
              .submit(
                  "agent",
                  Map.of("agent", "stubborn", "prompt", ""),
                  options -> options.topic("agents").maxAttempts(2));
      Path pid = bench.home.resolve("work/stubborn/pid.1");
      await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(pid) && Files.size(pid) > 0);
      runner.destroyForcibly().waitFor();
      long agent = Long.parseLong(Files.readString(pid).strip());
      assertThat(isAlive(agent)).as("nobody is there to end it").isTrue();
      bench.start(1);
      assertThat(isAlive(agent)).as("swept before the first job is taken").isFalse();
      Job done = job.await(Duration.ofMinutes(1));
      assertThat(done.status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(done.attempts()).isEqualTo(2);
    }
  }

  private static Process process(Path home) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath,
                RunnerProcess.class.getName(),
                pulse.address(),
                home.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader().readLine()).isNotBlank();
    return process;
  }

  private static long usedMemory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static boolean isAlive(long pid) {
    return Census.ofThisMachine().everybody().stream().anyMatch(one -> one.pid() == pid);
  }
}
