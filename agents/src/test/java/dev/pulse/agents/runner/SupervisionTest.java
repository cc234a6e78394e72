package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a process does, it ends, and nothing of it is left (A6). */
@Timeout(180)
class SupervisionTest {
  /** By then it has begun, also where much else runs. */
  private static final Duration BEGUN = Duration.ofSeconds(2);

  @TempDir Path folder;
  private Tried tried;

  @BeforeEach
  void tryAnew() {
    tried = new Tried(folder);
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(tried.alive()).isEmpty();
  }

  @Test
  void itsWordsAndItsExitCodeAreHeard() throws Exception {
    End end = tried.stdin("the prompt").sh("cat; echo aside >&2; exit 3");
    assertThat(end).isEqualTo(new End.Exited(3));
    assertThat(tried.out.tail()).isEqualTo("the prompt");
    assertThat(tried.err.tail()).isEqualTo("aside\n");
  }

  /**
   * Java closes the streams of a process that is destroyed, whether somebody still reads or not.
   */
  @RepeatedTest(30)
  void whatIsSaidLastIsHeard() throws Exception {
    assertThat(tried.sh("echo first; head -c 30000 /dev/zero | tr '\\0' x; echo last"))
        .isEqualTo(new End.Exited(0));
    assertThat(tried.out.head()).startsWith("first\nxxx");
    assertThat(tried.out.tail()).endsWith("xlast\n");
  }

  @Test
  void aChildThatClosesStdinEarlyIsNoFailure() throws Exception {
    End end = tried.stdin("x".repeat(1 << 20)).sh("exec 0<&-; echo fine");
    assertThat(end).isEqualTo(new End.Exited(0));
    assertThat(tried.out.tail()).isEqualTo("fine\n");
  }

  @Test
  void whatReadsNothingAndEndsIsNotWaitedForByThePrompt() throws Exception {
    assertThat(tried.stdin("x".repeat(1 << 20)).sh("exit 0")).isEqualTo(new End.Exited(0));
  }

  @Test
  void binaryOutputIsHeardLeniently() throws Exception {
    assertThat(tried.sh("head -c 100000 /dev/urandom; printf '\\0\\377end'"))
        .isEqualTo(new End.Exited(0));
    assertThat(tried.out.tail()).endsWith("\uFFFDend");
  }

  @Test
  void whoTakesTooLongIsEnded() throws Exception {
    End end = tried.timeout(BEGUN).sh("echo begun; sleep 60");
    assertThat(end).isEqualTo(new End.OutOfTime(BEGUN));
    assertThat(tried.out.tail()).isEqualTo("begun\n");
  }

  @Test
  void whoIsSilentIsEndedAndWhoTalksIsNot() throws Exception {
    assertThat(tried.silence(BEGUN).sh("for i in 1 2 3 4 5 6; do echo $i; sleep 0.4; done"))
        .isEqualTo(new End.Exited(0));
    assertThat(tried.silence(Duration.ofMillis(300)).sh("sleep 60"))
        .isEqualTo(new End.Silent(Duration.ofMillis(300)));
  }

  @Test
  void whatIsLeftBehindAfterSuccessIsEnded() throws Exception {
    End end = tried.sh("sleep 60 & setsid sleep 61 & (sleep 62 &) ; exit 0");
    assertThat(end).isEqualTo(new End.Exited(0));
  }

  @Test
  void aDetachedGrandchildThatIgnoresTermAndFloodsStdoutIsGoneWithinTheGrace() throws Exception {
    long started = System.nanoTime();
    End end =
        tried
            .timeout(BEGUN)
            .sh(
                """
                trap '' TERM
                (setsid sh -c 'trap "" TERM HUP; echo $$ > pid; exec yes flood' &)
                while :; do sleep 0.1; done
                """);
    assertThat(end).isInstanceOf(End.OutOfTime.class);
    assertThat(Duration.ofNanos(System.nanoTime() - started))
        .as("not at some other time: what it floods never ends")
        .isLessThan(BEGUN.plus(Tried.GRACE).plusSeconds(20));
    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    assertThat(isAlive(pid)).isFalse();
  }

  @Test
  void whoClearedItsEnvironmentAndLeftItsSessionIsFoundAllTheSame() throws Exception {
    // Seen while its parent lived; by then neither leash nor session tells.
    tried
        .timeout(Duration.ofMillis(2600))
        .sh(
            """
            env -i PATH="$PATH" setsid sh -c 'trap "" TERM; echo $$ > pid; while :; do sleep 1; done' &
            sleep 60
            """);
    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    await().atMost(Bench.SOON).until(() -> !isAlive(pid));
  }

  @Test
  void processesThatKeepForkingAndIgnoreTermAreAllGone() throws Exception {
    Path script = folder.resolve("spawn.sh");
    Files.writeString(
        script,
        """
        trap '' TERM
        if [ "$1" -gt 0 ]; then
          setsid sh spawn.sh $(($1 - 1)) &
          sh spawn.sh $(($1 - 1)) &
        fi
        while :; do sleep 0.02; done
        """);
    End end = tried.timeout(Duration.ofSeconds(1)).sh("exec sh spawn.sh 5");
    assertThat(end).isInstanceOf(End.OutOfTime.class);
  }

  @Test
  void anInterruptEndsItAndIsPassedOn() throws Exception {
    var ended = new CompletableFuture<Boolean>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    tried.sh("echo begun; sleep 60");
                    ended.complete(false);
                  } catch (InterruptedException e) {
                    ended.complete(true);
                  } catch (IOException e) {
                    ended.completeExceptionally(e);
                  }
                });
    await().atMost(Bench.SOON).until(() -> tried.out.tail().equals("begun\n"));
    thread.interrupt();
    assertThat(ended.get()).isTrue();
  }

  @Test
  void anOrphanOfARunnerThatIsGoneIsSweptAndOthersAreNot() throws Exception {
    Census census = Census.ofThisMachine();
    var gone = new Leash(Leash.mark(folder), 999_999_999, 1, tried.leash.job(), 1);
    Process orphan = start(gone);
    Process ours = start(tried.leash);
    try {
      await().atMost(Bench.SOON).until(() -> !Orphans.left(folder, census.everybody()).isEmpty());
      assertThat(Orphans.sweep(folder, census, Tried.GRACE)).isEqualTo(1);
      assertThat(orphan.waitFor()).isNotZero();
      assertThat(ours.isAlive()).isTrue();
      assertThat(Orphans.sweep(folder, census, Tried.GRACE)).isZero();
    } finally {
      ours.destroyForcibly().waitFor();
    }
  }

  private Process start(Leash leash) throws IOException {
    var builder = new ProcessBuilder("sleep", "60");
    builder.environment().put(Leash.VARIABLE, leash.toString());
    return builder.start();
  }

  private static boolean isAlive(long pid) {
    return Census.ofThisMachine().everybody().stream().anyMatch(one -> one.pid() == pid);
  }
}
