package dev.pulse.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The way to a client that only writes down what it is given. */
final class Written<T> extends ServerCallStreamObserver<T> {
  final List<T> messages = new CopyOnWriteArrayList<>();

  @Override
  public void onNext(T message) {
    messages.add(message);
  }

  @Override
  public void onError(Throwable failure) {
    throw new AssertionError(failure);
  }

  @Override
  public void onCompleted() {}

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void setOnCancelHandler(Runnable handler) {}

  @Override
  public void setCompression(String compression) {}

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setOnReadyHandler(Runnable handler) {}

  @Override
  public void request(int count) {}

  @Override
  public void setMessageCompression(boolean enable) {}

  @Override
  public void disableAutoInboundFlowControl() {}
}
