package dev.pulse.internal;

import dev.pulse.v1.LogsGrpc;
import dev.pulse.v1.ReadLogRequest;
import java.time.Duration;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The logs of attempts, read and followed. */
final class LogCalls {
  /** What the wire says for the last attempt. */
  static final int LAST = 0;

  private final Servers servers;
  private final Calls calls;
  private final Duration deadline;

  LogCalls(Servers servers, Calls calls, Duration deadline) {
    this.servers = servers;
    this.calls = calls;
    this.deadline = deadline;
  }

  String read(UUID id, int attempt) {
    ReadLogRequest request = request(id, attempt);
    return calls.call(
        LogsGrpc::newBlockingStub,
        stub -> {
          var text = new StringBuilder();
          stub.readLog(request).forEachRemaining(more -> text.append(more.getText()));
          return text.toString();
        });
  }

  Stream<String> follow(UUID id, int attempt) {
    ReadLogRequest request = request(id, attempt).toBuilder().setFollow(true).build();
    var lines = new LogLines(servers, deadline, request);
    int traits = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(lines, traits), false)
        .onClose(lines::close);
  }

  private static ReadLogRequest request(UUID id, int attempt) {
    return ReadLogRequest.newBuilder().setId(id.toString()).setAttempt(attempt).build();
  }

  /** On the wire 0 means the last one: nobody should get that by mistake. */
  static int counted(int attempt) {
    if (attempt < 1) {
      throw new IllegalArgumentException("attempts count from 1, not " + attempt);
    }
    return attempt;
  }
}
