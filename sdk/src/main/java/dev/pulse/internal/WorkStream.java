package dev.pulse.internal;

import dev.pulse.internal.Servers.Server;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.ToWorker;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection of a worker to one server. */
final class WorkStream implements ClientResponseObserver<FromWorker, ToWorker> {
  private final Server server;
  private final BiConsumer<WorkStream, ToWorker> received;
  private final BiConsumer<WorkStream, Status> broken;
  private @Nullable ClientCallStreamObserver<FromWorker> requests;

  private WorkStream(
      Server server,
      BiConsumer<WorkStream, ToWorker> received,
      BiConsumer<WorkStream, Status> broken) {
    this.server = server;
    this.received = received;
    this.broken = broken;
  }

  /**
   * Opens a connection; what it hears and how it ends is told with itself as the witness.
   *
   * @param atOnce whoever is told does not make the reading thread wait
   */
  static WorkStream open(
      Server server,
      boolean atOnce,
      BiConsumer<WorkStream, ToWorker> received,
      BiConsumer<WorkStream, Status> broken) {
    WorkStream stream = new WorkStream(server, received, broken);
    server.streaming(atOnce).work(stream);
    return stream;
  }

  Server server() {
    return server;
  }

  void send(FromWorker message) {
    with(requests -> requests.onNext(message));
  }

  /** Ends it in good order: what was sent still arrives. */
  void complete() {
    with(ClientCallStreamObserver::onCompleted);
  }

  /** Ends it at once. */
  void drop(String why) {
    with(requests -> requests.cancel(why, null));
  }

  private void with(Consumer<ClientCallStreamObserver<FromWorker>> action) {
    if (requests != null) {
      action.accept(requests);
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<FromWorker> requestStream) {
    requests = requestStream;
  }

  @Override
  public void onNext(ToWorker message) {
    received.accept(this, message);
  }

  @Override
  public void onError(Throwable thrown) {
    broken.accept(this, Status.fromThrowable(thrown));
  }

  @Override
  public void onCompleted() {
    broken.accept(this, Status.UNAVAILABLE.withDescription("the server ended the connection"));
  }
}
