package dev.pulse.internal;

import dev.pulse.Handler;
import dev.pulse.RawHandler;
import dev.pulse.RunType;
import dev.pulse.Worker;
import dev.pulse.WorkerBuilder;
import dev.pulse.v1.Hello;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A worker being put together. */
final class WorkerDraft implements WorkerBuilder {
  private static final int DEFAULT_CONCURRENCY = 10;
  private static final Duration DEFAULT_CLOSE = Duration.ofSeconds(30);

  private final Handlers handlers;
  private final RunCalls runs;
  private final Function<WorkerDraft, Worker> start;
  private final Set<String> topics = new LinkedHashSet<>();
  private @Nullable String name;
  private @Nullable Duration lease;
  private @Nullable ExecutorService executor;
  private int concurrency = DEFAULT_CONCURRENCY;
  private Duration closeWithin = DEFAULT_CLOSE;

  WorkerDraft(Handlers handlers, RunCalls runs, Function<WorkerDraft, Worker> start) {
    this.handlers = handlers;
    this.runs = runs;
    this.start = start;
  }

  Handlers handlers() {
    return handlers;
  }

  @Nullable ExecutorService executor() {
    return executor;
  }

  int concurrency() {
    return concurrency;
  }

  Duration closeWithin() {
    return closeWithin;
  }

  /** Who the worker is. */
  Hello hello() {
    Hello.Builder hello = Hello.newBuilder().setName(name == null ? hostAndProcess() : name);
    hello.addAllTopics(topics.isEmpty() ? Set.of("default") : topics);
    hello.addAllHandlers(handlers.names());
    if (lease != null) {
      hello.setLease(ToWire.duration(lease));
    }
    return hello.build();
  }

  private static String hostAndProcess() {
    long process = ProcessHandle.current().pid();
    try {
      return InetAddress.getLocalHost().getHostName() + "-" + process;
    } catch (UnknownHostException e) {
      return "worker-" + process;
    }
  }

  @Override
  public WorkerBuilder topic(String topic) {
    topics.add(topic);
    return this;
  }

  @Override
  public WorkerBuilder concurrency(int concurrency) {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency is at least 1, not " + concurrency);
    }
    this.concurrency = concurrency;
    return this;
  }

  @Override
  public WorkerBuilder name(String name) {
    this.name = name;
    return this;
  }

  @Override
  public WorkerBuilder lease(Duration lease) {
    this.lease = lease;
    return this;
  }

  @Override
  public WorkerBuilder executor(ExecutorService executor) {
    this.executor = executor;
    return this;
  }

  @Override
  public WorkerBuilder closeWithin(Duration atMost) {
    this.closeWithin = atMost;
    return this;
  }

  @Override
  public <T> WorkerBuilder handle(String name, Class<T> args, Handler<T> handler) {
    handlers.add(name, args, handler);
    return this;
  }

  @Override
  public WorkerBuilder handle(String name, RawHandler handler) {
    handlers.add(name, handler);
    return this;
  }

  @Override
  public <T> WorkerBuilder run(RunType<T> type) {
    handlers.add(type, runs);
    return this;
  }

  @Override
  public Worker start() {
    if (handlers.isEmpty()) {
      throw new IllegalStateException("a worker without handlers would fail every job it takes");
    }
    return start.apply(this);
  }
}
