package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.Missed;
import dev.pulse.Pulse;
import dev.pulse.Schedule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three servers, two hundred schedules, a kill: every occurrence is exactly one job (S2). The
 * expected ids are computed here anew, from the contract alone.
 */
@Tag("slow")
class ScheduleClusterTest {
  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final UUID NAMESPACE = UUID.fromString("8f1b1d5e-4c7a-5d0e-9b6f-70756c736501");
  private static final int SCHEDULES = 200;
  private static final int SECONDS = 60;

  @Test
  void eachOccurrenceIsOneJobThoughAServerIsKilledAndRestarted() {
    var processes = new ArrayList<JavaProcess>();
    try (var cluster = new Cluster()) {
      List<String> addresses = new ArrayList<>();
      for (int each = 0; each < 3; each++) {
        JavaProcess server = ServerProcess.start(cluster.url(), 0, LEASE);
        processes.add(server);
        addresses.add(server.firstLine());
      }
      var worker =
          JavaProcess.start(WorkerProcess.class, List.of(), String.join(",", addresses), "worker");
      processes.add(worker);
      worker.firstLine();
      try (Pulse pulse = Pulse.connect(addresses.get(2))) {
        List<Schedule> made =
            IntStream.range(0, SCHEDULES)
                .mapToObj(n -> create(pulse, "every-second-" + n))
                .toList();
        Instant last = first(made.getLast());
        firedUntil(cluster, last.plusSeconds(SECONDS / 4));
        processes.getFirst().kill();
        firedUntil(cluster, last.plusSeconds(SECONDS / 2));
        processes.set(0, ServerProcess.start(cluster.url(), 0, LEASE));
        processes.getFirst().firstLine();
        firedUntil(cluster, last.plusSeconds(SECONDS));
        made.forEach(schedule -> pulse.schedules().pause(schedule.name()));
        check(cluster, pulse, made);
      }
    } finally {
      processes.forEach(JavaProcess::close);
    }
  }

  private static Schedule create(Pulse pulse, String name) {
    return pulse
        .schedules()
        .create(name, s -> s.every(Duration.ofSeconds(1)).missed(Missed.CATCH_UP).job("work"));
  }

  private static void firedUntil(Cluster cluster, Instant time) {
    await()
        .atMost(LONG)
        .until(
            () ->
                cluster.number(
                        "SELECT count(*) FROM pulse.schedule WHERE last_run_at < '%s'"
                                .formatted(time)
                            + " OR last_run_at IS NULL")
                    == 0);
  }

  private static void check(Cluster cluster, Pulse pulse, List<Schedule> made) {
    var lateness = new ArrayList<Long>();
    long total = 0;
    for (Schedule schedule : made) {
      Map<UUID, Instant> expected = occurrences(pulse, schedule);
      List<Job> fires = pulse.schedules().fires(schedule.name()).toList();
      assertThat(fires)
          .as(schedule.name())
          .extracting(Job::id)
          .containsExactlyInAnyOrderElementsOf(expected.keySet());
      assertThat(expected.size()).isGreaterThanOrEqualTo(SECONDS);
      fires.forEach(
          job ->
              lateness.add(
                  Duration.between(
                          Objects.requireNonNull(expected.get(job.id())), job.submittedAt())
                      .toMillis()));
      total += fires.size();
    }
    assertThat(cluster.number("SELECT count(*) FROM pulse.job")).isEqualTo(total);
    long jobs = total;
    await().atMost(LONG).until(() -> cluster.completed() == jobs);
    lateness.sort(null);
    assertThat(lateness.getFirst()).as("none is early").isNotNegative();
    System.out.printf(
        "ScheduleClusterTest: %d occurrences of %d schedules, %d jobs; late p50 %d ms, p99 %d ms, at"
            + " most %d ms%n",
        total,
        made.size(),
        jobs,
        lateness.get(lateness.size() / 2),
        lateness.get(lateness.size() * 99 / 100),
        lateness.getLast());
  }

  /** From the first one that it announced to the last one that it says it fired: each second. */
  private static Map<UUID, Instant> occurrences(Pulse pulse, Schedule made) {
    Schedule now = pulse.schedules().find(made.name()).orElseThrow();
    Instant last = Objects.requireNonNull(now.lastRunAt());
    var ids = new HashMap<UUID, Instant>();
    Stream.iterate(first(made), time -> !time.isAfter(last), time -> time.plusSeconds(1))
        .forEach(time -> ids.put(uuidv5(made.id() + "|" + time), time));
    assertThat(now.nextRunAt()).isEqualTo(last.plusSeconds(1));
    return ids;
  }

  private static Instant first(Schedule schedule) {
    return Objects.requireNonNull(schedule.nextRunAt());
  }

  /** RFC 9562, section 5.5. */
  private static UUID uuidv5(String name) {
    try {
      var sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(
          ByteBuffer.allocate(16)
              .putLong(NAMESPACE.getMostSignificantBits())
              .putLong(NAMESPACE.getLeastSignificantBits())
              .flip());
      var bytes = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
      long high = bytes.getLong() & ~0xF000L | 0x5000L;
      long low = bytes.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
      return new UUID(high, low);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
