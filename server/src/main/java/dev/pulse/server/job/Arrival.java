package dev.pulse.server.job;

/** A job became ready, at that place of its topic's claim order. */
public record Arrival(String topic, long lane, long seq) implements Comparable<Arrival> {
  @Override
  public int compareTo(Arrival other) {
    int byLane = Long.compare(lane, other.lane);
    return byLane != 0 ? byLane : Long.compare(seq, other.seq);
  }
}
