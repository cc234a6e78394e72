package dev.pulse.internal;

import dev.pulse.Tracing;
import dev.pulse.Worker;
import dev.pulse.WorkerBuilder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

/** The workers of one client, which share its connection and its clock. */
final class Workers {
  private final Servers servers;
  private final Codec codec;
  private final Tracing tracing;
  private final RunCalls runs;
  private final ScheduledExecutorService clock = Threads.clock();
  private final Set<StreamWorker> running = ConcurrentHashMap.newKeySet();
  private boolean closed;

  Workers(Servers servers, Codec codec, Tracing tracing, RunCalls runs) {
    this.servers = servers;
    this.codec = codec;
    this.tracing = tracing;
    this.runs = runs;
  }

  WorkerBuilder draft() {
    return new WorkerDraft(new Handlers(codec, tracing), runs, this::start);
  }

  private synchronized Worker start(WorkerDraft draft) {
    if (closed) {
      throw new IllegalStateException("this Pulse is closed");
    }
    StreamWorker worker = new StreamWorker(draft, servers, clock, running::remove);
    running.add(worker);
    worker.start();
    return worker;
  }

  /** Closes them side by side: all leave before the first is waited for. */
  void close() {
    List<StreamWorker> leaving;
    synchronized (this) {
      closed = true;
      leaving = List.copyOf(running);
    }
    leaving.forEach(StreamWorker::leave);
    leaving.forEach(StreamWorker::close);
    clock.shutdownNow();
  }
}
