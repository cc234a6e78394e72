package dev.pulse.server.job;

import org.jspecify.annotations.Nullable;

/**
 * A job became ready, at that place of its queue's claim order. A queue is a topic, or the jobs of
 * a topic that carry the same limits: its name is the topic's, then, after a tab, their gate's
 * number.
 */
public record Arrival(String queue, long lane, long seq) implements Comparable<Arrival> {
  /** Nothing new in the order, but a reason to look again: a slot became free. */
  static Arrival news(String queue) {
    return new Arrival(queue, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  static Arrival news(String topic, int gate) {
    return news(queue(topic, gate));
  }

  /** The same news for whatever topics wait behind the gate, wherever they are served. */
  public Arrival everywhere() {
    int tab = queue.indexOf('\t');
    return tab < 0 ? this : new Arrival(queue.substring(tab), lane, seq);
  }

  /** Whether it is for all topics behind its gate. */
  public boolean isEverywhere() {
    return queue.startsWith("\t");
  }

  static String queue(String topic, int gate) {
    return topic + '\t' + gate;
  }

  public String topic() {
    int tab = queue.indexOf('\t');
    return tab < 0 ? queue : queue.substring(0, tab);
  }

  /** Whether its jobs carry limits. */
  public boolean isGated() {
    return queue.indexOf('\t') >= 0;
  }

  @Nullable Integer gate() {
    int tab = queue.indexOf('\t');
    return tab < 0 ? null : Integer.valueOf(queue.substring(tab + 1));
  }

  /** Whether a slot became free rather than a job ready. */
  public boolean isNews() {
    return lane == Long.MAX_VALUE && seq == Long.MAX_VALUE;
  }

  @Override
  public int compareTo(Arrival other) {
    int byLane = Long.compare(lane, other.lane);
    return byLane != 0 ? byLane : Long.compare(seq, other.seq);
  }
}
