package dev.pulse.internal;

import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.PulseGrpc.PulseStub;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers that can be called. One is in use until it fails; then it is the next one's turn. */
final class Servers {
  private static final Logger log = LoggerFactory.getLogger(Servers.class);

  /** As often as gRPC allows: a dead peer is noticed within 15 seconds. */
  private static final Duration PING_EVERY = Duration.ofSeconds(10);

  private static final Duration PING_TIMEOUT = Duration.ofSeconds(5);

  /** Assignments and pages come many to a message; the server bounds each job. */
  private static final int LARGEST_MESSAGE = 64 << 20;

  private final List<Server> all = new ArrayList<>();
  private final AtomicInteger current = new AtomicInteger();

  /** One server, and the way to it. */
  record Server(int index, Address address, ManagedChannel channel) {
    /**
     * @param atOnce what is heard is dealt with by the thread that reads: nothing in it may wait
     */
    PulseStub streaming(boolean atOnce) {
      PulseStub stub = PulseGrpc.newStub(channel);
      return atOnce ? stub.withExecutor(Runnable::run) : stub;
    }
  }

  Servers(Settings settings) {
    for (Address address : settings.addresses()) {
      all.add(new Server(all.size(), address, channel(address, settings)));
    }
  }

  private static ManagedChannel channel(Address address, Settings settings) {
    var builder =
        Grpc.newChannelBuilder(address.target(), settings.security().credentials())
            .userAgent("pulse-java")
            .disableRetry() // what is tried again, and where, is for us to say
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .keepAliveTime(PING_EVERY.toNanos(), TimeUnit.NANOSECONDS)
            .keepAliveTimeout(PING_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
    BasicAuth auth = settings.auth();
    if (auth != null) {
      builder.intercept(auth.interceptor());
      if (settings.security() instanceof Security.Plain && !address.isLoopback()) {
        log.warn("the password travels to {} without TLS", address);
      }
    }
    return builder.build();
  }

  Server current() {
    return all.get(current.get());
  }

  /**
   * Takes the next server into use, unless somebody already did. How fast to come back is our own
   * pace, so gRPC's, which grows to minutes, is reset.
   */
  void failed(Server server) {
    current.compareAndSet(server.index(), (server.index() + 1) % all.size());
    current().channel().resetConnectBackoff();
  }

  void close(Duration atMost) {
    all.forEach(server -> server.channel().shutdown());
    Deadline deadline = Deadline.in(atMost);
    for (Server server : all) {
      try {
        server.channel().awaitTermination(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      server.channel().shutdownNow();
    }
  }
}
