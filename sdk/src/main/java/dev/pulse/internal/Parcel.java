package dev.pulse.internal;

import dev.pulse.v1.NewJob;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import dev.pulse.v1.SubmitResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Jobs of several threads that travel together, and are answered together. */
final class Parcel {
  private final List<Passenger> aboard = new ArrayList<>();
  private final long departure = System.nanoTime();
  private int bytes;

  /** One job on its way, and the thread that waits for it. */
  static final class Passenger {
    private final NewJob job;
    private final Thread thread = Thread.currentThread();
    private @Nullable SubmitResponse answer;
    private volatile boolean answered;

    Passenger(NewJob job) {
      this.job = job;
    }

    /**
     * The first answer counts.
     *
     * @param given null: the job has to be tried alone
     */
    private void answer(@Nullable SubmitResponse given) {
      if (!answered) {
        answer = given;
        answered = true;
        LockSupport.unpark(thread);
      }
    }

    /** Waits, not longer than this; answers whether there is an answer. */
    boolean await(Duration atMost) throws InterruptedException {
      long end = System.nanoTime() + atMost.toNanos();
      while (!answered) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        LockSupport.parkNanos(this, left);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      return true;
    }

    Optional<SubmitResponse> answer() {
      return answered ? Optional.ofNullable(answer) : Optional.empty();
    }
  }

  void add(Passenger passenger) {
    aboard.add(passenger);
    bytes += passenger.job.getSerializedSize();
  }

  boolean isFull() {
    return aboard.size() >= Parts.MOST_JOBS || bytes >= Parts.MOST_BYTES;
  }

  int size() {
    return aboard.size();
  }

  long nanosUnderWay() {
    return System.nanoTime() - departure;
  }

  SubmitParcel wire(long number) {
    var wire = SubmitParcel.newBuilder().setNumber(number);
    aboard.forEach(passenger -> wire.addJobs(passenger.job));
    return wire.build();
  }

  /**
   * Wakes whoever waits for it.
   *
   * @param receipt null: nobody knows what became of it
   */
  void answer(@Nullable SubmitReceipt receipt) {
    if (receipt == null || !receipt.getTaken()) {
      aboard.forEach(passenger -> passenger.answer(null));
      return;
    }
    receipt
        .getExistingList()
        .forEach(existing -> aboard.get(existing.getAt()).answer(answer(existing.getId(), true)));
    for (Passenger passenger : aboard) {
      passenger.answer(answer(passenger.job.getId(), false)); // unless it was answered
    }
  }

  private static SubmitResponse answer(String id, boolean existing) {
    return SubmitResponse.newBuilder().setId(id).setExisting(existing).build();
  }
}
