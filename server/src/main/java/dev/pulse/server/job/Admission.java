package dev.pulse.server.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which jobs their limits let start. A job starts only if every limit it carries has room,
 * and then takes one place of each; a limit nobody set has room for all.
 */
final class Admission {
  /** Another claim is deciding about the same limit; it is soon done. */
  static final Duration BUSY = Duration.ofMillis(5);

  /**
   * How a limit stands.
   *
   * @param locked whether this claim is the one to decide about it
   * @param reopens how long until the oldest start counts no more against the rate
   * @param paused how long it is paused; null or negative: it is not
   */
  record Standing(
      String limit,
      boolean locked,
      @Nullable Integer maxRunning,
      long running,
      @Nullable Integer rateStarts,
      long started,
      @Nullable Duration reopens,
      @Nullable Duration paused) {}

  /** A job in line. */
  record Candidate(String queue, @Nullable Integer gate, long lane, long seq) {}

  private static final class Room {
    private final Standing standing;
    private long taken;

    Room(Standing standing) {
      this.standing = standing;
    }

    /** No place until some running job ends. */
    boolean isFull() {
      return standing.maxRunning != null && standing.running + taken >= standing.maxRunning;
    }

    /** No place until some time has passed; null: time is not what is missing. */
    @Nullable Duration shutFor() {
      if (standing.paused != null && standing.paused.isPositive()) {
        return standing.paused;
      }
      if (!standing.locked) {
        return BUSY;
      }
      if (standing.rateStarts != null && standing.started + taken >= standing.rateStarts) {
        return standing.reopens == null ? Duration.ZERO : standing.reopens;
      }
      return null;
    }

    long left() {
      if (shutFor() != null || isFull()) {
        return 0;
      }
      long places =
          standing.maxRunning == null
              ? Long.MAX_VALUE
              : standing.maxRunning - standing.running - taken;
      long starts =
          standing.rateStarts == null
              ? Long.MAX_VALUE
              : standing.rateStarts - standing.started - taken;
      return Math.min(places, starts);
    }
  }

  private final Map<String, Room> rooms = new HashMap<>();
  private final Map<Integer, List<String>> carried;

  /**
   * @param carried the limits of each gate
   */
  Admission(List<Standing> standings, Map<Integer, List<String>> carried) {
    standings.forEach(standing -> rooms.put(standing.limit, new Room(standing)));
    this.carried = carried;
  }

  /** How many more jobs of a gate may start. */
  long left(@Nullable Integer gate) {
    return rooms(gate).stream().mapToLong(Room::left).min().orElse(Long.MAX_VALUE);
  }

  /** Lets candidates through in their order, each that still has room, into so many slots. */
  List<Candidate> choose(List<Candidate> inOrder, int slots) {
    var chosen = new ArrayList<Candidate>();
    for (Candidate candidate : inOrder) {
      if (chosen.size() == slots) {
        break;
      }
      if (left(candidate.gate) > 0) {
        rooms(candidate.gate).forEach(room -> room.taken++);
        chosen.add(candidate);
      }
    }
    return chosen;
  }

  /** How long a gate without room stays so; null: until one of its jobs ends. */
  @Nullable Duration reopens(int gate) {
    Duration longest = null;
    for (Room room : rooms(gate)) {
      Duration shut = room.shutFor();
      if (shut == null && room.isFull()) {
        return null;
      }
      if (shut != null && (longest == null || shut.compareTo(longest) > 0)) {
        longest = shut;
      }
    }
    return longest;
  }

  /** Starts to be counted against rates. */
  Map<String, Long> spent() {
    var spent = new HashMap<String, Long>();
    rooms.forEach(
        (limit, room) -> {
          if (room.standing.rateStarts != null && room.taken > 0) {
            spent.put(limit, room.taken);
          }
        });
    return spent;
  }

  private List<Room> rooms(@Nullable Integer gate) {
    if (gate == null) {
      return List.of();
    }
    return carried.getOrDefault(gate, List.of()).stream()
        .filter(rooms::containsKey)
        .map(rooms::get)
        .toList();
  }
}
