package dev.pulse.server.postgres;

import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.common.util.EventLoopGroups;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A line and the loop that speaks it. */
public final class OpenLine implements AutoCloseable {
  private static final Duration SOON = Duration.ofMinutes(1);

  private final EventLoopGroup loops = EventLoopGroups.newEventLoopGroup(1, "line", true);
  private final Line line;

  /** Waits until it is open. */
  public OpenLine(Database database) {
    this.line = database.line(loop());
    untilOpen();
  }

  /** It need not open. */
  OpenLine(String jdbc) {
    this.line = Line.open(jdbc, loop());
  }

  public Line line() {
    return line;
  }

  public EventLoop loop() {
    return loops.next();
  }

  public void untilOpen() {
    await().atMost(SOON).until(this::isOpen);
  }

  public boolean isOpen() {
    return byLoop(line::isOpen);
  }

  /** Does this by the loop. */
  public <T> T byLoop(Callable<T> action) {
    return loop().submit(action).awaitUninterruptibly().getNow();
  }

  /** Begins this by the loop, and waits for the answer elsewhere. */
  public <T> @Nullable T answer(Callable<@Nullable CompletableFuture<T>> question) {
    CompletableFuture<T> answer =
        byLoop(
            () -> {
              CompletableFuture<T> asked = question.call();
              var _ = line.commit();
              return asked;
            });
    return answer == null ? null : answer.orTimeout(1, TimeUnit.MINUTES).join();
  }

  @Override
  public void close() {
    line.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
