package dev.pulse.internal;

import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.internal.Servers.Server;
import dev.pulse.v1.LogText;
import dev.pulse.v1.LogsGrpc;
import dev.pulse.v1.ReadLogRequest;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows the log of an attempt line by line until it ends. A lost connection is replaced, and
 * reading goes on where it was.
 */
final class LogLines implements Iterator<String> {
  private final Servers servers;
  private final Duration deadline;
  private final Queue<String> lines = new ArrayDeque<>();
  private final StringBuilder begun = new StringBuilder();
  private ReadLogRequest request;
  private Iterator<LogText> texts = Collections.emptyIterator();
  private @Nullable Server server;
  private @Nullable Deadline lostUntil;
  private int failures;
  private boolean over;
  private volatile boolean closed;
  private volatile @Nullable CancellableContext call;

  /**
   * @param deadline how long servers may stay away
   */
  LogLines(Servers servers, Duration deadline, ReadLogRequest request) {
    this.servers = servers;
    this.deadline = deadline;
    this.request = request;
  }

  @Override
  public boolean hasNext() {
    while (lines.isEmpty() && !over && !closed) {
      try {
        read();
      } catch (StatusRuntimeException e) {
        lost(e);
      }
    }
    return !lines.isEmpty() && !closed;
  }

  @Override
  public String next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return lines.remove();
  }

  /** Ends it, also for a thread that waits in it. */
  void close() {
    closed = true;
    hangUp();
  }

  private void read() {
    if (server == null) {
      open();
    }
    if (texts.hasNext()) {
      LogText text = texts.next();
      request =
          request.toBuilder().setAttempt(text.getAttempt()).setAfter(text.getCursor()).build();
      lostUntil = null;
      failures = 0;
      take(text.getText());
    } else {
      over = true;
      if (begun.length() > 0) {
        lines.add(begun.toString());
      }
      hangUp();
    }
  }

  private void open() {
    Server current = servers.current();
    CancellableContext context = Context.current().withCancellation();
    call = context;
    server = current;
    if (closed) {
      hangUp(); // nobody else would
    }
    Context before = context.attach();
    try {
      texts = LogsGrpc.newBlockingStub(current.channel()).readLog(request);
    } finally {
      context.detach(before);
    }
  }

  private void take(String text) {
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      lines.add(begun.append(text, from, end).toString());
      begun.setLength(0);
      from = end + 1;
    }
    begun.append(text, from, text.length());
  }

  private void lost(StatusRuntimeException e) {
    Server failed = server;
    hangUp();
    if (closed || failed == null) {
      return;
    }
    PulseException failure = Failures.of(e.getStatus(), failed.address());
    if (failure.code() != Code.UNREACHABLE || failed.channel().isShutdown()) {
      throw failure;
    }
    servers.failed(failed);
    Deadline until = lostUntil == null ? Deadline.in(deadline) : lostUntil;
    lostUntil = until;
    Duration pause = Pace.CALL.after(++failures, ThreadLocalRandom.current().nextDouble());
    if (pause.compareTo(until.left()) >= 0) {
      throw failure;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new PulseException(Code.INTERRUPTED, "interrupted; " + failure.getMessage(), failure);
    }
  }

  private void hangUp() {
    server = null;
    CancellableContext context = call;
    if (context != null) {
      context.cancel(null);
    }
  }
}
