package dev.pulse.server.postgres;

import com.linecorp.armeria.common.util.TransportType;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to Postgres that an event loop speaks itself. A statement that a thread waits for is
 * handed over twice and wakes two threads; for one that takes half a millisecond this is a third of
 * the time.
 *
 * <p>It is a short cut and nothing else: whoever finds it closed goes by {@link Database#call}. It
 * is closed where only the driver can connect, for good, and between a break and the next attempt.
 */
public final class Line implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Line.class);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final int CONNECT_MILLIS = 10_000;

  private final Destination destination;
  private final EventLoop loop;
  private @Nullable Conversation conversation;
  private Duration pause = SHORTEST_PAUSE;
  private volatile boolean closed;

  private Line(Destination destination, EventLoop loop) {
    this.destination = destination;
    this.loop = loop;
  }

  /** Null: only the driver can go there. Otherwise it opens as soon as it can. */
  static @Nullable Line open(String jdbc, EventLoop loop) {
    Destination destination = Destination.of(jdbc);
    if (destination == null) {
      log.debug("the database's address is left to the driver: submits take the longer way");
      return null;
    }
    var line = new Line(destination, loop);
    line.connect();
    return line;
  }

  /** Whether the thread that asks this may ask the database, now. */
  public boolean isOpen() {
    return loop.inEventLoop() && conversation != null && conversation.isOpen();
  }

  /**
   * Answered by the loop, after the {@link #commit}. What is asked between two commits is one
   * transaction: if any of it fails, all of it does. Nobody has to wait for the answer of the one
   * before: Postgres begins with the next as soon as it has ended that.
   */
  public <T> CompletableFuture<List<T>> ask(Inquiry<T> inquiry) {
    if (!isOpen() || conversation == null) {
      throw new IllegalStateException("this line is not open to " + Thread.currentThread());
    }
    return conversation.ask(inquiry);
  }

  /** Answered when everybody is who asked since the last one. */
  public CompletableFuture<Void> commit() {
    return conversation == null ? CompletableFuture.completedFuture(null) : conversation.commit();
  }

  /** By the loop, when it has done all that it knows of now. */
  public void atEndOfTurn(Runnable task) {
    ((SingleThreadEventLoop) loop).executeAfterEventLoopIteration(task);
  }

  @Override
  public void close() {
    closed = true;
    try {
      loop.execute(
          () -> {
            if (conversation != null) {
              conversation.end();
            }
          });
    } catch (RejectedExecutionException e) {
      log.debug("the loop ended before its line, and closed it");
    }
  }

  /** Not by the loop: to look up a name may take its time. */
  private void connect() {
    if (closed) {
      return;
    }
    Thread.ofVirtual()
        .start(
            () -> {
              var address = new InetSocketAddress(destination.host(), destination.port());
              if (address.isUnresolved()) {
                loop.execute(() -> broke(new UnknownHostException(destination.host())));
              } else {
                connect(address);
              }
            });
  }

  private void connect(InetSocketAddress address) {
    var next = new Conversation(destination, () -> pause = SHORTEST_PAUSE);
    new Bootstrap()
        .group(loop)
        .channel(TransportType.socketChannelType(loop.parent()))
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .handler(destination.asksForEncryption() ? new Greeting(next, this::encrypted) : next)
        .connect(address)
        .addListener(
            (ChannelFuture connected) -> {
              if (connected.isSuccess()) {
                conversation = next;
                connected.channel().closeFuture().addListener(_ -> broke(next.failure()));
              } else {
                broke(connected.cause());
              }
            });
  }

  private void encrypted() {
    log.debug("the database encrypts, which is left to the driver: submits take the longer way");
    closed = true;
  }

  private void broke(Throwable cause) {
    conversation = null;
    if (!closed) {
      log.info("no line to {}: {}; next attempt in {}", destination, cause.getMessage(), pause);
      var _ = loop.schedule(() -> connect(), pause.toMillis(), TimeUnit.MILLISECONDS);
      Duration longer = pause.multipliedBy(2);
      pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    }
  }
}
