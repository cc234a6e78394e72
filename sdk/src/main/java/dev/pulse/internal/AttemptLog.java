package dev.pulse.internal;

import com.google.protobuf.UnsafeByteOperations;
import dev.pulse.v1.Log;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt has written and the server has not yet got. One chunk is on its way at a time;
 * what is written meanwhile makes the next. A handler that writes faster than the server takes
 * waits a moment; if that does not help, or once the log is so long that its middle is dropped
 * anyway, the oldest that has not been sent is left out.
 */
final class AttemptLog {
  static final int CHUNK = 64 << 10;
  static final int ROOM = 4 * CHUNK;

  /** Beyond this the server keeps only the beginning and the end. */
  static final long MOST = 4 << 20;

  /** So many characters never take more than a chunk. */
  private static final int SLICE = CHUNK / 3;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How a log asks for its next chunk to be fetched. */
  interface Carrier {
    void soon();

    /** After a moment, in which more may come: a chunk costs the same whatever is in it. */
    void later();
  }

  private enum State {
    /** Nothing to send. */
    IDLE,
    /** A chunk is on its way, or was asked for. */
    SENDING,
    /** More is there, and will be asked for in a moment. */
    RESTING
  }

  private final Carrier carrier;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final Deque<Log> sent = new ArrayDeque<>();
  private State state = State.IDLE;
  private int size;
  private long starts;
  private long wholeFrom;
  private boolean patient = true;
  private boolean closed;

  AttemptLog(Carrier carrier) {
    this.carrier = carrier;
  }

  /** Adds lines; the last one's end may be missing. */
  void add(String text) {
    String lines = text.endsWith("\n") ? text : text + "\n";
    int from = 0;
    while (from < lines.length()) {
      int to = Math.min(lines.length(), from + SLICE);
      boolean halves = to < lines.length() && Character.isHighSurrogate(lines.charAt(to - 1));
      put(utf8(lines.substring(from, halves ? to - 1 : to)));
      from = halves ? to - 1 : to;
    }
  }

  private void put(byte[] piece) {
    boolean wake = false;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      awaitRoom(piece.length);
      while (size + piece.length > ROOM) {
        leaveOut(waiting.remove());
      }
      waiting.add(piece);
      size += piece.length;
      if (state == State.IDLE || (state == State.RESTING && isUrgent())) {
        state = State.SENDING;
        wake = true;
      }
    } finally {
      lock.unlock();
    }
    if (wake) {
      carrier.soon();
    }
  }

  /** A server that was too slow once is not waited for again before it has moved. */
  private void awaitRoom(int needed) {
    long left = PATIENCE_NANOS;
    while (size + needed > ROOM && patient && !isTooLong()) {
      try {
        left = moved.awaitNanos(left);
        patient = left > 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // somebody wants the handler to end: no more waiting
        patient = false;
      }
    }
  }

  private void leaveOut(byte[] piece) {
    size -= piece.length;
    starts += piece.length;
    wholeFrom = starts;
  }

  private boolean isTooLong() {
    return starts + size >= MOST;
  }

  private boolean isUrgent() {
    return size >= CHUNK && !isTooLong();
  }

  /**
   * The next chunk, without its lease; null while one is on its way or there is nothing to send.
   */
  @Nullable Log next() {
    lock.lock();
    try {
      return sent.isEmpty() ? taken() : null;
    } finally {
      lock.unlock();
    }
  }

  /** The attempt is over: everything that is left, to be sent at once. */
  List<Log> rest() {
    lock.lock();
    try {
      closed = true;
      var rest = new ArrayList<Log>();
      for (Log log = taken(); log != null; log = taken()) {
        rest.add(log);
      }
      return rest;
    } finally {
      lock.unlock();
    }
  }

  /** What was sent over a connection that is lost now. */
  List<Log> unacknowledged() {
    lock.lock();
    try {
      return List.copyOf(sent);
    } finally {
      lock.unlock();
    }
  }

  /** The server has it up to there; answers whether the next chunk is to be sent at once. */
  boolean acknowledged(long through) {
    boolean later;
    lock.lock();
    try {
      sent.removeIf(log -> log.getEnds() <= through);
      patient = true;
      if (!sent.isEmpty() || isUrgent()) {
        return sent.isEmpty();
      }
      later = size > 0 && state != State.RESTING;
      state = size > 0 ? State.RESTING : State.IDLE;
    } finally {
      lock.unlock();
    }
    if (later) {
      carrier.later();
    }
    return false;
  }

  private @Nullable Log taken() {
    if (waiting.isEmpty()) {
      return null;
    }
    int length = 0;
    var pieces = new ArrayList<byte[]>();
    for (byte[] next = waiting.peek();
        next != null && length + next.length <= CHUNK;
        next = waiting.peek()) {
      pieces.add(waiting.remove());
      length += next.length;
    }
    ByteBuffer text = ByteBuffer.allocate(length);
    pieces.forEach(text::put);
    Log log =
        Log.newBuilder()
            .setStarts(starts)
            .setEnds(starts + length)
            .setWholeFrom(wholeFrom)
            .setTextBytes(UnsafeByteOperations.unsafeWrap(text.flip()))
            .build();
    size -= length;
    starts += length;
    state = State.SENDING;
    sent.add(log);
    moved.signalAll();
    return log;
  }

  /** What Postgres or UTF-8 cannot hold becomes a replacement character. */
  private static byte[] utf8(String text) {
    CharsetEncoder encoder =
        StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .replaceWith("\uFFFD".getBytes(StandardCharsets.UTF_8));
    try {
      ByteBuffer bytes = encoder.encode(CharBuffer.wrap(text.replace('\0', '\uFFFD')));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      throw new IllegalStateException(e); // what is malformed is replaced
    }
  }
}
