package dev.pulse.internal;

import dev.pulse.v1.NewJob;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import dev.pulse.v1.SubmitResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Jobs of several threads that travel together, and are answered together. */
final class Parcel {
  private final List<Passenger> aboard = new ArrayList<>();
  private int bytes;

  /** One job on its way: its answer, or nothing if it has to be tried alone. */
  static final class Passenger {
    private final NewJob job;
    private final CompletableFuture<Optional<SubmitResponse>> answer = new CompletableFuture<>();

    Passenger(NewJob job) {
      this.job = job;
    }

    CompletableFuture<Optional<SubmitResponse>> answer() {
      return answer;
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
      aboard.forEach(passenger -> passenger.answer.complete(Optional.empty()));
      return;
    }
    receipt
        .getExistingList()
        .forEach(
            existing ->
                aboard.get(existing.getAt()).answer.complete(answer(existing.getId(), true)));
    for (Passenger passenger : aboard) {
      passenger.answer.complete(answer(passenger.job.getId(), false)); // unless it was answered
    }
  }

  private static Optional<SubmitResponse> answer(String id, boolean existing) {
    return Optional.of(SubmitResponse.newBuilder().setId(id).setExisting(existing).build());
  }
}
