package dev.pulse.agents.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the plans of a home, one component after the other (R1–R15): what is in {@code
 * plans/active/} is worked on until it lands in {@code completed/} or {@code failed/}.
 *
 * <p>There is one for each home. It can be killed at any time; the next one goes on from the files.
 */
public final class Relay implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Relay.class);
  private static final Duration INTERVAL = Duration.ofSeconds(60);
  private static final Duration STOPPING = Duration.ofSeconds(5);
  private static final String TOPIC = "relay";
  private static final int LONGEST_NAME = 100;

  private final FileChannel lock;
  private final Plans plans;
  private final Awaiting awaiting;
  private final List<FolderWatch> watches;
  private final Worker worker;
  private final Rounds rounds;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;

  /** A command to the relay: a job on its topic. */
  record Command(String plan, @Nullable Integer component, @Nullable String by) {}

  private Relay(
      Pulse pulse,
      Plans plans,
      Function<String, Optional<List<String>>> agents,
      PlanBoard board,
      Clock clock,
      FileChannel lock)
      throws IOException {
    this.lock = lock;
    this.plans = plans;
    this.awaiting = new Awaiting(pulse);
    Path home = plans.folders().home();
    var office =
        new Office(
            plans,
            new Desk(pulse, owner(lock), agents),
            awaiting,
            new Bulletin(board, new Notices(home), owner(lock)),
            clock,
            this::wake);
    this.rounds = new Rounds(office, INTERVAL);
    Folders folders = plans.folders();
    this.watches =
        Stream.of(folders.active(), folders.drafts(), folders.failed())
            .map(folder -> FolderWatch.on(folder, this::wake))
            .toList();
    this.worker =
        pulse
            .worker()
            .topic(TOPIC)
            .concurrency(2)
            .closeWithin(STOPPING)
            .handle("plan.approve", Command.class, (command, _) -> obey(() -> approve(command)))
            .handle("plan.activate", Command.class, (command, _) -> obey(() -> activate(command)))
            .handle("plan.retry", Command.class, (command, _) -> obey(() -> retry(command)))
            .start();
    this.thread = Thread.ofVirtual().name("relay").start(this::run);
  }

  /**
   * Starts working on the plans of a home.
   *
   * @param agents what the jobs of an agent count against; empty: there is no such agent (A8, D3)
   * @param board where the plans are shown
   * @throws PlanRefused CONFLICT when another relay has the home
   */
  public static Relay start(
      Pulse pulse, Path home, Function<String, Optional<List<String>>> agents, PlanBoard board)
      throws IOException, PlanRefused {
    Plans plans = Plans.in(home, agent -> agents.apply(agent).isPresent());
    Folders folders = plans.folders().made();
    FileChannel lock = lock(folders.plans().resolve(".relay.lock"));
    try {
      PlanFile.recover(folders.active());
      return new Relay(pulse, plans, agents, board, Clock.system(ZoneId.systemDefault()), lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The system gives it up when the process dies, however it dies. */
  private static FileChannel lock(Path file) throws IOException, PlanRefused {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Held by this very process.
    }
    channel.close();
    throw PlanRefused.conflict("another relay works on " + file.getParent());
  }

  /** Which relay this is, for ever: a name that the first one wrote into the lock's file. */
  private static String owner(FileChannel lock) throws IOException {
    if (lock.size() == 0) {
      lock.write(ByteBuffer.wrap(UUID.randomUUID().toString().getBytes(UTF_8)), 0);
      lock.force(true);
    }
    var name = ByteBuffer.allocate((int) Math.min(lock.size(), LONGEST_NAME));
    lock.read(name, 0);
    return UTF_8.decode(name.flip()).toString();
  }

  private void run() {
    while (!closed) {
      Duration next = Duration.ofSeconds(1);
      try {
        next = rounds.runOnce();
      } catch (RuntimeException e) {
        log.error("a round of the relay failed", e);
      }
      try {
        boolean _ = wake.tryAcquire(next.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void wake() {
    wake.release();
  }

  private interface Deed {
    Object run() throws IOException, PlanRefused;
  }

  private Outcome obey(Deed deed) throws IOException {
    try {
      Object answer = deed.run();
      wake();
      return Outcome.done(answer);
    } catch (PlanRefused e) {
      return Outcome.failForGood(String.valueOf(e.getMessage()));
    }
  }

  private Object approve(Command command) throws IOException, PlanRefused {
    String by = command.by() == null ? "somebody" : command.by();
    return plans.approve(command.plan(), command.component(), by).document();
  }

  private Object activate(Command command) throws IOException, PlanRefused {
    return moved(plans.activate(command.plan()));
  }

  private Object retry(Command command) throws IOException, PlanRefused {
    return moved(plans.retry(command.plan()));
  }

  /** A short plan may be over before anybody can look at it in its place. */
  private Object moved(Path file) throws IOException {
    try {
      return plans.view(file).document();
    } catch (NoSuchFileException e) {
      return Map.of("name", PlanFile.name(file), "file", file.toString());
    }
  }

  /** Stops looking. Jobs that run go on; the next relay finds them. */
  @Override
  public void close() {
    closed = true;
    worker.close();
    watches.forEach(FolderWatch::close);
    wake();
    try {
      if (!thread.join(STOPPING)) {
        thread.interrupt();
        thread.join();
      }
      awaiting.close();
      lock.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
