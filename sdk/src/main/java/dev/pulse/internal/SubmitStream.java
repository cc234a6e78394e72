package dev.pulse.internal;

import dev.pulse.internal.Servers.Server;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Parcels on their way to one server. Every parcel is answered: by its receipt, or, when the stream
 * ends before, by none.
 */
final class SubmitStream implements ClientResponseObserver<SubmitParcel, SubmitReceipt> {
  private final Server server;
  private final BiConsumer<Parcel, @Nullable SubmitReceipt> answered;
  private final Map<Long, Parcel> underWay = new HashMap<>();
  private @Nullable ClientCallStreamObserver<SubmitParcel> requests;
  private long sent;
  private volatile boolean ended;

  private SubmitStream(Server server, BiConsumer<Parcel, @Nullable SubmitReceipt> answered) {
    this.server = server;
    this.answered = answered;
  }

  /**
   * @param answered told what became of each parcel, by the thread that reads: it may not wait
   */
  static SubmitStream open(Server server, BiConsumer<Parcel, @Nullable SubmitReceipt> answered) {
    var stream = new SubmitStream(server, answered);
    server.streaming(true).submitStream(stream);
    return stream;
  }

  /** Whether more can be sent by it to that server. */
  boolean leadsTo(Server wanted) {
    return !ended && server.index() == wanted.index();
  }

  void send(Parcel parcel) {
    if (!isSent(parcel)) {
      answered.accept(parcel, null);
    }
  }

  private synchronized boolean isSent(Parcel parcel) {
    if (ended) {
      return false;
    }
    long number = ++sent;
    underWay.put(number, parcel);
    requests().onNext(parcel.wire(number));
    return true;
  }

  /** Ends it in good order: what was sent is still answered. */
  synchronized void complete() {
    if (!ended) {
      ended = true;
      requests().onCompleted();
    }
  }

  /** Ends it at once: nothing more is answered. */
  void drop() {
    requests().cancel("not answered in time", null);
  }

  private ClientCallStreamObserver<SubmitParcel> requests() {
    return Objects.requireNonNull(requests, "the stream was started");
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<SubmitParcel> requestStream) {
    requests = requestStream;
  }

  @Override
  public void onNext(SubmitReceipt receipt) {
    Parcel parcel;
    synchronized (this) {
      parcel = underWay.remove(receipt.getNumber());
    }
    if (parcel != null) {
      answered.accept(parcel, receipt);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    onCompleted();
  }

  @Override
  public void onCompleted() {
    List<Parcel> lost;
    synchronized (this) {
      ended = true;
      lost = List.copyOf(underWay.values());
      underWay.clear();
    }
    lost.forEach(parcel -> answered.accept(parcel, null));
  }
}
