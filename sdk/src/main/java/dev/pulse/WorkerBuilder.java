package dev.pulse;

import java.time.Duration;
import java.util.concurrent.ExecutorService;

/** A worker being put together. */
public interface WorkerBuilder {
  /** A topic to take jobs from, in addition to those already given. Default: {@code default}. */
  WorkerBuilder topic(String topic);

  /** How many jobs it has at the same time. Default: 10. */
  WorkerBuilder concurrency(int concurrency);

  /** The name the server shows. Default: host and process id. */
  WorkerBuilder name(String name);

  /** How long the server waits for a heartbeat before it gives the jobs to others. */
  WorkerBuilder lease(Duration lease);

  /**
   * Where handlers run; the caller shuts it down. Default: a virtual thread for each job where the
   * JVM has them, daemon threads elsewhere.
   */
  WorkerBuilder executor(ExecutorService executor);

  /** How long {@link Worker#close} lets running handlers finish. Default: 30 s. */
  WorkerBuilder closeWithin(Duration atMost);

  /** Runs the jobs of that name with this handler, their args read into the type. */
  <T> WorkerBuilder handle(String name, Class<T> args, Handler<T> handler);

  /** Runs the jobs of that name with this handler, which reads the args itself or needs none. */
  WorkerBuilder handle(String name, RawHandler handler);

  /** Runs the stages of runs of that type. Their topics, unless the default, are given as usual. */
  <T> WorkerBuilder run(RunType<T> type);

  /** Starts the worker. It connects by itself, now or when a server can be reached. */
  Worker start();
}
