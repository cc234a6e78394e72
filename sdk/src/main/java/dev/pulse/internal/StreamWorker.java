package dev.pulse.internal;

import dev.pulse.PulseException;
import dev.pulse.Worker;
import dev.pulse.v1.Hello;
import dev.pulse.v1.Report;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker over gRPC: gives the {@link Dialogue} its connection and its threads. */
final class StreamWorker implements Worker {
  private static final Logger log = LoggerFactory.getLogger(StreamWorker.class);

  /** How long a slot rests whose job found no thread. */
  private static final Duration REST = Duration.ofSeconds(1);

  /** How long what a handler logs is gathered, once it has logged something. */
  private static final Duration GATHER = Duration.ofMillis(100);

  /** How long interrupted handlers and the last answers of the server are waited for. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final String name;
  private final Handlers handlers;
  private final ExecutorService executor;
  private final boolean ownsExecutor;
  private final Duration closeWithin;
  private final ScheduledExecutorService clock;
  private final Consumer<StreamWorker> whenEnded;

  private final Turns turns = new Turns(this::afterwards);
  private final Dialogue dialogue;
  private final Connection connection;
  private final CountDownLatch drained = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean connected;
  private volatile int running;

  StreamWorker(
      WorkerDraft draft,
      Servers servers,
      ScheduledExecutorService clock,
      Consumer<StreamWorker> whenEnded) {
    Hello hello = draft.hello();
    ExecutorService given = draft.executor();
    this.name = hello.getName();
    this.handlers = draft.handlers();
    this.ownsExecutor = given == null;
    this.executor = given == null ? Threads.perJob() : given;
    this.closeWithin = draft.closeWithin();
    this.clock = clock;
    this.whenEnded = whenEnded;
    this.dialogue = new Dialogue(hello, draft.concurrency(), this::begin);
    // A given executor may make whoever hands it a job wait, or run it himself; ours does not.
    this.connection = new Connection(name, servers, clock, turns, dialogue, ownsExecutor);
  }

  void start() {
    turns.execute(connection::open);
  }

  /** Begins to leave, and waits for nothing. */
  void leave() {
    turns.execute(dialogue::leave);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int running() {
    return running;
  }

  @Override
  public boolean connected() {
    return connected;
  }

  @Override
  public Optional<PulseException> trouble() {
    return Optional.ofNullable(connection.trouble());
  }

  @Override
  public void join() throws InterruptedException {
    ended.await();
  }

  @Override
  public void close() {
    leave();
    try {
      if (!drained.await(closeWithin.toNanos(), TimeUnit.NANOSECONDS)) {
        turns.execute(dialogue::stop);
        drained.await(GRACE.toNanos(), TimeUnit.NANOSECONDS);
      }
      turns.execute(this::end);
      ended.await(GRACE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      // Whoever waits for the close is in a hurry.
      turns.execute(this::end);
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    if (ended.getCount() == 0) {
      return;
    }
    dialogue.stop();
    connection.close();
    if (!dialogue.isOver()) {
      log.warn("{} closes although not everything was finished and acknowledged", name);
    }
    if (ownsExecutor) {
      executor.shutdown();
    }
    whenEnded.accept(this);
    show(); // before anybody is told that it has ended
    drained.countDown(); // whoever else waits in close has nothing left to wait for
    ended.countDown();
  }

  private void begin(Held held) {
    held.execution().carriedBy(new LogCarrier(held));
    try {
      executor.execute(() -> run(held));
    } catch (RejectedExecutionException e) {
      log.warn("{} goes back: the executor takes no more", held.execution());
      dialogue.refused(held);
      Future<?> unused =
          clock.schedule(
              () -> turns.execute(dialogue::rested), REST.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Brings what a handler logs into the turns. */
  private final class LogCarrier implements AttemptLog.Carrier {
    private final Held held;

    LogCarrier(Held held) {
      this.held = held;
    }

    @Override
    public void soon() {
      turns.execute(() -> dialogue.log(held));
    }

    @Override
    public void later() {
      Future<?> unused = clock.schedule(this::soon, GATHER.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void run(Held held) {
    Execution execution = held.execution();
    if (!execution.begin()) {
      return;
    }
    Report report;
    try {
      report = handlers.run(execution);
    } finally {
      execution.end();
    }
    turns.execute(() -> dialogue.finished(held, report));
  }

  private void afterwards() {
    dialogue.flush();
    show();
    if (dialogue.isOver()) {
      drained.countDown();
    }
  }

  private void show() {
    running = dialogue.busy();
    connected = dialogue.isWelcomed();
  }
}
