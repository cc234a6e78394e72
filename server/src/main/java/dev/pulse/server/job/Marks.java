package dev.pulse.server.job;

import dev.pulse.server.postgres.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Where the last claim of each topic ended. Starting there spares the claim a walk over index
 * entries that are dead but cannot be removed while an old transaction is open. A mark is a hint:
 * what it hides (another server's urgent job, a claim that was rolled back) is found by the
 * occasional scan from the start.
 */
final class Marks {
  /** A place in the claim order. */
  record Mark(long lane, long seq) implements Comparable<Mark> {
    static final Mark START = new Mark(Long.MIN_VALUE, Long.MIN_VALUE);
    static final Mark END = new Mark(Long.MAX_VALUE, Long.MAX_VALUE);

    static Mark read(Row row) throws SQLException {
      return new Mark(row.number("lane"), row.number("seq"));
    }

    @Override
    public int compareTo(Mark other) {
      int byLane = Long.compare(lane, other.lane);
      return byLane != 0 ? byLane : Long.compare(seq, other.seq);
    }

    static Mark lower(Mark one, Mark other) {
      return one.compareTo(other) <= 0 ? one : other;
    }

    static Mark higher(Mark one, Mark other) {
      return one.compareTo(other) >= 0 ? one : other;
    }
  }

  private final ConcurrentMap<String, TopicMark> topics = new ConcurrentHashMap<>();

  /** A claim begins; it must be ended or abandoned. */
  Scan begin(String topic, boolean fromStart) {
    return topics.computeIfAbsent(topic, _ -> new TopicMark()).begin(fromStart);
  }

  /** Where the next claim would begin. */
  Mark of(String topic) {
    TopicMark marked = topics.get(topic);
    return marked == null ? Mark.START : marked.now();
  }

  /** A job at {@code place} became ready: no later claim may start behind it. */
  void lower(String topic, Mark place) {
    TopicMark marked = topics.get(topic);
    if (marked != null) {
      marked.lower(place);
    }
  }

  /** One claim under way: what becomes ready behind it while it runs holds its end mark down. */
  static final class Scan implements AutoCloseable {
    private final TopicMark topic;
    private final Mark from;
    private Mark low = Mark.END;

    private Scan(TopicMark topic, Mark from) {
      this.topic = topic;
      this.from = from;
    }

    Mark from() {
      return from;
    }

    void endedAt(Mark last) {
      topic.raise(Mark.lower(last, low), this);
    }

    @Override
    public void close() {
      topic.close(this);
    }
  }

  private static final class TopicMark {
    private Mark mark = Mark.START;
    private final List<Scan> scans = new ArrayList<>(2);

    synchronized Scan begin(boolean fromStart) {
      var scan = new Scan(this, fromStart ? Mark.START : mark);
      scans.add(scan);
      return scan;
    }

    synchronized Mark now() {
      return mark;
    }

    synchronized void lower(Mark place) {
      mark = Mark.lower(mark, place);
      scans.forEach(scan -> scan.low = Mark.lower(scan.low, place));
    }

    /** Of two claims that overlapped, the one that got further counts. */
    synchronized void raise(Mark end, Scan scan) {
      mark = Mark.higher(mark, Mark.lower(end, scan.low));
    }

    synchronized void close(Scan scan) {
      scans.remove(scan);
    }
  }
}
