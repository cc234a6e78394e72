package dev.pulse.internal;

import dev.pulse.v1.FromWorker;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.ToWorker;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real gRPC server on loopback whose side of the work stream is spoken by the test. */
final class ScriptedPeer extends PulseGrpc.PulseImplBase implements AutoCloseable {
  static final long PATIENCE_SECONDS = 60;

  private final BlockingQueue<PeerLine> lines = new LinkedBlockingQueue<>();
  private final ServerCredentials credentials;
  private final PulseGrpc.@Nullable PulseImplBase service;
  private int port;
  private Server server;

  ScriptedPeer() {
    this(InsecureServerCredentials.create(), null);
  }

  /** A peer whose service is not the work stream. */
  ScriptedPeer(ServerCredentials credentials, PulseGrpc.@Nullable PulseImplBase service) {
    this.credentials = credentials;
    this.service = service;
    this.server = listen();
    this.port = server.getPort();
  }

  String address() {
    return "localhost:" + port;
  }

  /** The next connection of a worker, whose Hello is yet unread. */
  PeerLine nextLine() {
    return soon(lines);
  }

  /** Kills the server: every connection breaks, and no new one is accepted. */
  void stop() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts the server again, at the same address. */
  void restart() {
    server = listen();
  }

  @Override
  public StreamObserver<FromWorker> work(StreamObserver<ToWorker> toWorker) {
    PeerLine line = new PeerLine(toWorker);
    lines.add(line);
    return line;
  }

  @Override
  public void close() {
    stop();
  }

  private Server listen() {
    try {
      return Grpc.newServerBuilderForPort(port, credentials)
          .addService(service == null ? this : service)
          .permitKeepAliveTime(1, TimeUnit.SECONDS)
          .build()
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T> T soon(BlockingQueue<T> queue) {
    try {
      T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing came within " + PATIENCE_SECONDS + " s");
      }
      return next;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
