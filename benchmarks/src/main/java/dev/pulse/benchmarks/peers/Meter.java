package dev.pulse.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What a measurement used up: read before, read after. */
final class Meter {
  private static final String WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8";
  private static final String STATEMENTS =
      "SELECT coalesce(sum(calls), 0)::int8 FROM pg_stat_statements WHERE toplevel";
  private static final String WRITERS =
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::int8";

  private final Arena arena;
  private final Contestant contestant;
  private final Reading before;

  /**
   * What was used, all told.
   *
   * @param commits transactions that wrote something
   * @param client processor seconds, as the next two
   */
  record Reading(
      long statements, long commits, long wal, double client, double server, double postgres) {
    Reading minus(Reading other) {
      return new Reading(
          statements - other.statements,
          commits - other.commits,
          wal - other.wal,
          client - other.client,
          server - other.server,
          postgres - other.postgres);
    }

    Cost per(long jobs) {
      double each = Math.max(1, jobs);
      return new Cost(
          statements / each,
          commits / each,
          wal / each,
          client * 1e6 / each,
          server * 1e6 / each,
          postgres * 1e6 / each);
    }
  }

  /** What one job used; the last three are microseconds of a processor. */
  record Cost(
      double statements,
      double commits,
      double wal,
      double client,
      double server,
      double postgres) {}

  Meter(Arena arena, Contestant contestant) throws SQLException {
    this.arena = arena;
    this.contestant = contestant;
    this.before = read();
  }

  Cost per(long jobs) throws SQLException {
    return read().minus(before).per(jobs);
  }

  private Reading read() throws SQLException {
    return new Reading(
        arena.number(STATEMENTS),
        arena.number(WRITERS),
        arena.number(WAL),
        seconds(contestant.client()),
        contestant.about().server() == 0 ? 0 : seconds(contestant.about().server()),
        tree(arena.pid()));
  }

  /** With those children that have ended; those that live are counted each for itself. */
  private static double tree(long pid) {
    return Stream.concat(
            Stream.of(pid),
            ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid))
        .mapToDouble(Meter::secondsWithEnded)
        .sum();
  }

  private static double seconds(long pid) {
    return ticks(pid, 14, 15);
  }

  private static double secondsWithEnded(long pid) {
    return ticks(pid, 14, 15, 16, 17);
  }

  /** Linux tells in {@code /proc}, in hundredths of a second; elsewhere nobody is charged. */
  private static double ticks(long pid, int... fields) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long sum = 0;
      for (int field : fields) {
        sum += Long.parseLong(words[field - 3]);
      }
      return sum / 100.0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** The time of all processors so far, and what a hypervisor kept of it for others. */
  record Processors(long ticks, long stolen) {
    double stolenSince(Processors before) {
      return (stolen - before.stolen) / (double) Math.max(1, ticks - before.ticks);
    }
  }

  static Processors processors() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
      long[] ticks =
          Stream.of(lines.findFirst().orElse("cpu").split(" +", -1))
              .skip(1)
              .mapToLong(Long::parseLong)
              .limit(8)
              .toArray();
      return new Processors(LongStream.of(ticks).sum(), ticks.length == 8 ? ticks[7] : 0);
    } catch (IOException e) {
      return new Processors(0, 0);
    }
  }

  /** Megabytes that a process had in memory at most. */
  static double peak(long pid) {
    return megabytes(pid, "VmHWM:");
  }

  /** Megabytes that it has there now. */
  static double resident(long pid) {
    return megabytes(pid, "VmRSS:");
  }

  private static double megabytes(long pid, String what) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(what))
          .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** Share of one processor that a process uses while nobody asks anything of it. */
  static double idle(long pid, long millis) throws InterruptedException {
    double before = seconds(pid);
    Thread.sleep(millis);
    return (seconds(pid) - before) * 1000 / millis;
  }
}
