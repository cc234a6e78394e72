package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.v1.Log;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class AttemptLogTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  /** Counts what a log asks for. */
  private static final class Asked implements AttemptLog.Carrier {
    int soon;
    int later;

    @Override
    public void soon() {
      soon++;
    }

    @Override
    public void later() {
      later++;
    }
  }

  private final Asked asked = new Asked();
  private final AttemptLog log = new AttemptLog(asked);

  private static String line(int bytes) {
    return "x".repeat(bytes - 1) + "\n";
  }

  @Test
  void theFirstLineGoesAtOnceAndWhatComesMeanwhileGoesTogetherAfterAMoment() {
    log.add("one");
    assertThat(asked.soon).isEqualTo(1);
    Log first = log.next();
    assertThat(first.getText()).isEqualTo("one\n");
    assertThat(first.getStarts()).isZero();
    assertThat(first.getEnds()).isEqualTo(4);
    log.add("two\n");
    log.add("three");
    assertThat(asked.soon).as("one is on its way").isEqualTo(1);
    assertThat(log.next()).isNull();
    assertThat(log.acknowledged(4)).isFalse();
    assertThat(asked.later).isEqualTo(1);
    Log second = log.next();
    assertThat(second.getText()).isEqualTo("two\nthree\n");
    assertThat(second.getStarts()).isEqualTo(4);
    assertThat(log.acknowledged(second.getEnds())).isFalse();
    assertThat(asked.later).as("there is nothing more").isEqualTo(1);
    log.add("four");
    assertThat(asked.soon).isEqualTo(2);
  }

  @Test
  void aFullChunkDoesNotWaitForTheMoment() {
    log.add("one");
    log.next();
    log.add(line(AttemptLog.CHUNK));
    assertThat(log.acknowledged(4)).isTrue();
    assertThat(log.next().getEnds()).isGreaterThan(AttemptLog.CHUNK / 2);
  }

  @Test
  void whatTextCannotHoldIsReplacedAndNoCharacterIsCut() {
    log.add("a\0b \uD83D \uDE00 \uD83D\uDE00 ä");
    assertThat(log.next().getText()).isEqualTo("a\uFFFDb \uFFFD \uFFFD \uD83D\uDE00 ä\n");
    String emojis = "x" + "\uD83D\uDE00".repeat(100_000);
    AttemptLog other = new AttemptLog(asked);
    Thread.currentThread().interrupt(); // so that it does not wait for a server
    other.add(emojis);
    assertThat(Thread.interrupted()).isTrue();
    var rest = new StringBuilder();
    other.rest().forEach(chunk -> rest.append(chunk.getText()));
    assertThat(emojis + "\n").endsWith(rest.toString());
    assertThat(rest.toString()).doesNotContain("\uFFFD", "?");
  }

  @Test
  void aLineOfAHundredKilobytesArrivesWhole() {
    String line = "ä".repeat(50_000);
    log.add(line);
    var text = new StringBuilder();
    log.rest().forEach(chunk -> text.append(chunk.getText()));
    assertThat(text.toString()).isEqualTo(line + "\n");
  }

  @Test
  void aHandlerWaitsForRoomWhileTheServerTakes() throws Exception {
    log.add(line(10));
    long sent = log.next().getEnds();
    var done = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              for (int chunk = 0; chunk < 20; chunk++) {
                log.add(line(AttemptLog.CHUNK));
              }
              done.countDown();
            });
    writer.start();
    var read = new StringBuilder();
    while (done.getCount() > 0 || log.unacknowledged().size() > 0) {
      log.acknowledged(sent);
      Log next = log.next();
      if (next != null) {
        assertThat(next.getStarts()).as("nothing is left out").isEqualTo(sent);
        sent = next.getEnds();
        read.append(next.getText());
      }
    }
    writer.join();
    log.rest().forEach(chunk -> read.append(chunk.getText()));
    assertThat(read.length()).isEqualTo(20 * AttemptLog.CHUNK);
  }

  @Test
  void aServerThatDoesNotMoveIsWaitedForOnceAndThenTheOldestIsLeftOut() {
    log.add("first");
    log.next();
    long start = System.nanoTime();
    for (int chunk = 0; chunk < 40; chunk++) {
      log.add(line(AttemptLog.CHUNK));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    List<Log> rest = log.rest();
    assertThat(rest.get(0).getStarts()).isGreaterThan(6);
    assertThat(rest.get(0).getWholeFrom()).isEqualTo(rest.get(0).getStarts());
    long end = rest.get(rest.size() - 1).getEnds();
    assertThat(end).isEqualTo(6 + 40L * AttemptLog.CHUNK);
    assertThat(end - rest.get(0).getStarts()).isLessThanOrEqualTo(AttemptLog.ROOM);
  }

  @Test
  void aLogThatIsTooLongNeverKeepsItsHandlerWaiting() {
    long sent = 0;
    while (sent < AttemptLog.MOST) {
      log.add(line(AttemptLog.CHUNK));
      Log next = log.next();
      sent = next.getEnds();
      log.acknowledged(sent);
    }
    long start = System.nanoTime();
    for (int chunk = 0; chunk < 1000; chunk++) {
      log.add(line(AttemptLog.CHUNK));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    log.next();
    assertThat(log.acknowledged(Long.MAX_VALUE)).as("only after a moment").isFalse();
  }

  @Test
  void whatIsWrittenAfterTheEndIsNoTrouble() {
    log.add("a");
    assertThat(log.rest()).hasSize(1);
    log.add("b");
    assertThat(log.rest()).isEmpty();
    assertThat(log.unacknowledged()).hasSize(1);
    log.acknowledged(2);
    assertThat(log.unacknowledged()).isEmpty();
  }

  @Test
  void manyThreadsMayWrite() {
    var threads = new ArrayList<Thread>();
    for (int writer = 0; writer < 8; writer++) {
      String line = "w" + writer;
      threads.add(
          new Thread(
              () -> {
                for (int n = 0; n < 500; n++) {
                  log.add(line);
                }
              }));
    }
    threads.forEach(Thread::start);
    await().atMost(SOON).until(() -> threads.stream().noneMatch(Thread::isAlive));
    var text = new StringBuilder();
    log.rest().forEach(chunk -> text.append(chunk.getText()));
    assertThat(text.toString().lines()).hasSize(4000).allMatch(line -> line.matches("w[0-7]"));
  }

  /** Whatever is written, sent and acknowledged when: nothing is lost, doubled or out of place. */
  @Property(tries = 200)
  void chunksAreTheLogInOrder(@ForAll long seed) {
    var random = new Random(seed);
    var written = new StringBuilder();
    var read = new StringBuilder();
    var own = new AttemptLog(asked);
    long taken = 0;
    for (int step = 0; step < 100; step++) {
      if (random.nextInt(3) > 0) {
        String line = "ä".repeat(random.nextInt(2000)) + step;
        own.add(line);
        written.append(line).append('\n');
      }
      if (random.nextBoolean()) {
        Log next = own.next();
        if (next != null) {
          assertThat(next.getStarts()).isEqualTo(taken);
          taken = next.getEnds();
          read.append(next.getText());
        }
      }
      if (random.nextInt(3) > 0) {
        own.acknowledged(taken);
      }
    }
    own.rest().forEach(chunk -> read.append(chunk.getText()));
    assertThat(read.toString()).isEqualTo(written.toString());
    long last = own.unacknowledged().isEmpty() ? taken : endOf(own);
    assertThat(last).isEqualTo(written.toString().getBytes(StandardCharsets.UTF_8).length);
  }

  private static long endOf(AttemptLog log) {
    List<Log> sent = log.unacknowledged();
    return sent.get(sent.size() - 1).getEnds();
  }
}
