package dev.pulse.server.grpc;

import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client's submits without a call for each. What cannot be taken gets a receipt that says no
 * more than that: the client then makes calls, and those say what is wrong with which job.
 */
final class SubmitStream implements StreamObserver<SubmitParcel> {
  private final ServerCallStreamObserver<SubmitReceipt> toClient;
  private final Dispatcher dispatcher;
  private final Executor loop;
  private final Consumer<SubmitStream> over;
  private int underWay;
  private boolean ending;
  private boolean completed;

  /**
   * @param loop the thread that reads and writes this stream
   * @param over told when nothing can come by it any more
   */
  SubmitStream(
      ServerCallStreamObserver<SubmitReceipt> toClient,
      Dispatcher dispatcher,
      Executor loop,
      Consumer<SubmitStream> over) {
    this.toClient = toClient;
    this.dispatcher = dispatcher;
    this.loop = loop;
    this.over = over;
    toClient.setOnCancelHandler(() -> over.accept(this));
  }

  @Override
  public void onNext(SubmitParcel parcel) {
    synchronized (this) {
      if (completed) {
        return; // the client finds it unanswered
      }
      underWay++;
    }
    dispatcher.expectSubmit();
    try {
      List<NewJob> wanted = parcel.getJobsList().stream().map(SubmitStream::named).toList();
      var _ =
          dispatcher
              .submit(wanted)
              .whenComplete((submitted, _) -> answer(receipt(parcel, submitted)));
    } catch (RuntimeException e) {
      answer(receipt(parcel, null));
    }
  }

  private static NewJob named(dev.pulse.v1.NewJob job) {
    if (job.getId().isEmpty()) {
      throw new IllegalArgumentException("a receipt has no room for an id of ours");
    }
    return Wire.newJob(job);
  }

  private static SubmitReceipt receipt(SubmitParcel parcel, @Nullable List<Submitted> submitted) {
    var receipt = SubmitReceipt.newBuilder().setNumber(parcel.getNumber());
    if (submitted == null) {
      return receipt.build();
    }
    for (int at = 0; at < submitted.size(); at++) {
      if (submitted.get(at).existing()) {
        String id = submitted.get(at).id().toString();
        receipt.addExisting(SubmitReceipt.Existing.newBuilder().setAt(at).setId(id));
      }
    }
    return receipt.setTaken(true).build();
  }

  /**
   * Always by way of the loop, which is where a message goes in any case. What the loop itself
   * sends overtakes what others have asked it to send; were that the headers, it would be lost.
   */
  private void answer(SubmitReceipt receipt) {
    loop.execute(() -> send(receipt));
  }

  private synchronized void send(SubmitReceipt receipt) {
    underWay--;
    if (!toClient.isCancelled()) {
      toClient.onNext(receipt);
    }
    completeIfDone();
  }

  /** What has come is answered; the client sends the rest elsewhere. */
  synchronized void end() {
    ending = true;
    completeIfDone();
  }

  private void completeIfDone() {
    if (ending && underWay == 0 && !completed) {
      completed = true;
      over.accept(this);
      if (!toClient.isCancelled()) {
        toClient.onCompleted();
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    over.accept(this);
  }

  @Override
  public void onCompleted() {
    end();
  }
}
