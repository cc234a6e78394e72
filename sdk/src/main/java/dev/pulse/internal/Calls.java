package dev.pulse.internal;

import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.internal.Servers.Server;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.PulseGrpc.PulseBlockingStub;
import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractBlockingStub;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Makes unary calls, and makes them again when the connection is lost, until their deadline. */
final class Calls {
  private final Servers servers;
  private final Duration usually;
  private final UnaryOperator<Channel> way;
  private volatile boolean closed;

  Calls(Servers servers, Duration usually) {
    this(servers, usually, channel -> channel);
  }

  /**
   * @param way how calls are made over a channel
   */
  Calls(Servers servers, Duration usually, UnaryOperator<Channel> way) {
    this.servers = servers;
    this.usually = usually;
    this.way = way;
  }

  /** Makes a call that may be repeated without harm. */
  <A> A call(Function<PulseBlockingStub, A> request) {
    return call(usually, request);
  }

  <A> A call(Duration within, Function<PulseBlockingStub, A> request) {
    return call(within, PulseGrpc::newBlockingStub, (stub, repeated) -> request.apply(stub));
  }

  /** The same for the service of another room. */
  <S extends AbstractBlockingStub<S>, A> A call(
      Function<Channel, S> service, Function<S, A> request) {
    return call(usually, service, (stub, repeated) -> request.apply(stub));
  }

  /**
   * Makes a call that a server refuses the second time. A conflict met by a repetition is taken for
   * the echo of the first try, whose answer was lost, and the job is looked up instead.
   */
  <A> A callThenLookUp(
      Function<PulseBlockingStub, A> request, Function<PulseBlockingStub, A> lookUp) {
    return call(
        usually,
        PulseGrpc::newBlockingStub,
        (stub, repeated) -> {
          try {
            return request.apply(stub);
          } catch (StatusRuntimeException e) {
            boolean echo = repeated && Failures.isConflict(e.getStatus());
            if (echo) {
              return lookUp.apply(stub);
            }
            throw e;
          }
        });
  }

  /** Makes a call to another service of the same servers. */
  <S extends AbstractBlockingStub<S>, A> A call(
      Function<Channel, S> service, Request<S, A> request) {
    return call(usually, service, request);
  }

  /** How long a call may take. */
  Duration usually() {
    return usually;
  }

  /** Waits for what is answered another way. */
  <A> A answered(Waiting<A> answer) {
    checkOpen();
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PulseException(Code.INTERRUPTED, "interrupted while waiting for an answer", e);
    }
  }

  /** An answer that takes its time. */
  interface Waiting<A> {
    A get() throws InterruptedException;
  }

  void close() {
    closed = true;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("this Pulse is closed");
    }
  }

  /** One try of a call. */
  interface Request<S, A> {
    A send(S stub, boolean repeated);
  }

  private <S extends AbstractBlockingStub<S>, A> A call(
      Duration within, Function<Channel, S> service, Request<S, A> request) {
    checkOpen();
    Deadline deadline = Deadline.in(within);
    PulseException unreachable = null;
    for (int tries = 1; ; tries++) {
      Server server = servers.current();
      long left = deadline.left().toNanos();
      try {
        S stub = service.apply(way.apply(server.channel()));
        return request.send(stub.withDeadlineAfter(left, TimeUnit.NANOSECONDS), tries > 1);
      } catch (StatusRuntimeException e) {
        PulseException failure = Failures.of(e.getStatus(), server.address());
        if (failure.code() == Code.TIMEOUT && unreachable != null) {
          throw unreachable; // the time ran out over it: that is what was wrong
        }
        if (failure.code() != Code.UNREACHABLE) {
          throw failure;
        }
        unreachable = failure;
        servers.failed(server);
        Duration pause = Pace.CALL.after(tries, ThreadLocalRandom.current().nextDouble());
        if (closed || pause.compareTo(deadline.left()) >= 0) {
          throw failure;
        }
        sleep(pause, failure);
      }
    }
  }

  private static void sleep(Duration pause, PulseException failure) {
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PulseException(Code.INTERRUPTED, "interrupted; " + failure.getMessage(), failure);
    }
  }
}
