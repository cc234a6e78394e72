package dev.pulse.internal;

import dev.pulse.internal.Parcel.Passenger;
import dev.pulse.internal.Servers.Server;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.SubmitReceipt;
import dev.pulse.v1.SubmitResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that several threads submit at the same time travel together. Threads that were answered
 * together come back together: the first of them waits for the others, no longer than its {@link
 * Patience}, so that one parcel and one commit serve them all. A job that comes alone goes at once.
 * A parcel that is not taken, for whatever reason, gives every job in it back to its thread, which
 * then tries alone and hears what is wrong with its own.
 */
final class Gathering {
  private final Servers servers;
  private final Queue<Passenger> waiting = new ArrayDeque<>();
  private final Patience patience = new Patience();
  private @Nullable SubmitStream stream;
  private int underWay;
  private int aboard;
  private int away;
  private long awaySince;

  Gathering(Servers servers) {
    this.servers = servers;
  }

  /** The answer, or nothing if the job must be tried alone, with what is left of its time. */
  Optional<SubmitResponse> submit(NewJob job, Duration within) throws InterruptedException {
    var passenger = new Passenger(job);
    List<Parcel> parcels;
    boolean first;
    Duration wait;
    synchronized (this) {
      away = Math.max(0, away - 1);
      first = waiting.isEmpty();
      waiting.add(passenger);
      wait = patience.with(company());
      parcels = isTime(wait) ? board() : List.of();
    }
    parcels.forEach(this::send);
    if (first && parcels.isEmpty()) {
      watch(passenger, wait);
    }
    if (!passenger.await(within)) {
      giveUp();
    }
    return passenger.answer();
  }

  /** A stream that leaves somebody without an answer for so long is not trusted with more. */
  private void giveUp() {
    SubmitStream silent;
    synchronized (this) {
      silent = stream;
      stream = null;
    }
    if (silent != null) {
      silent.drop();
    }
  }

  /** Who waits, who is on the way, and who was answered and will be back in a moment. */
  private int company() {
    return waiting.size() + aboard + away;
  }

  /** A group is complete, and no more are on the way than there are to be. */
  private boolean isTime(Duration wait) {
    if (System.nanoTime() - awaySince > wait.toNanos()) {
      away = 0; // they went elsewhere
    }
    int groups = patience.groups(company());
    int group = (company() + groups - 1) / groups;
    return (underWay < groups && waiting.size() >= group) || waiting.size() >= Parts.MOST_JOBS;
  }

  /** The first who waits sees to it that nobody waits too long, so that no clock has to. */
  private void watch(Passenger first, Duration wait) throws InterruptedException {
    try {
      first.await(wait);
    } finally {
      leave(first);
    }
  }

  /** Whoever is here goes, whatever is under way; unless the first has gone already. */
  private void leave(Passenger first) {
    List<Parcel> parcels;
    synchronized (this) {
      parcels = waiting.peek() == first ? board() : List.of();
    }
    parcels.forEach(this::send);
  }

  /** All who wait, in as many parcels as they need. */
  private List<Parcel> board() {
    List<Parcel> parcels = new ArrayList<>();
    while (!waiting.isEmpty()) {
      var parcel = new Parcel();
      while (!waiting.isEmpty() && !parcel.isFull()) {
        parcel.add(waiting.remove());
      }
      aboard += parcel.size();
      parcels.add(parcel);
    }
    underWay += parcels.size();
    return parcels;
  }

  private void send(Parcel parcel) {
    stream().send(parcel);
  }

  /** The stream to the server in use. */
  private SubmitStream stream() {
    SubmitStream before;
    SubmitStream now;
    synchronized (this) {
      Server server = servers.current();
      before = stream;
      if (before != null && before.leadsTo(server)) {
        return before;
      }
      now = SubmitStream.open(server, this::answered);
      stream = now;
    }
    end(before);
    return now;
  }

  private void answered(Parcel parcel, @Nullable SubmitReceipt receipt) {
    List<Parcel> next = arrived(parcel.size(), parcel.nanosUnderWay());
    next.forEach(this::send);
    parcel.answer(receipt);
  }

  /**
   * Those who are answered now may be back in a moment, and then travel with who waits; unless
   * these are enough without them.
   */
  private synchronized List<Parcel> arrived(int answered, long nanosUnderWay) {
    patience.answeredAfter(nanosUnderWay);
    underWay--;
    aboard -= answered;
    away += answered;
    awaySince = System.nanoTime();
    return !waiting.isEmpty() && isTime(patience.with(company())) ? board() : List.of();
  }

  /** Lets what is under way be answered. */
  void close() {
    SubmitStream last;
    synchronized (this) {
      last = stream;
      stream = null;
    }
    end(last);
  }

  /** Without our lock: an end may answer parcels, and these take it. */
  private static void end(@Nullable SubmitStream stream) {
    if (stream != null) {
      stream.complete();
    }
  }
}
