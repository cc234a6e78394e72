package dev.pulse.internal;

import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.v1.ToWorker;
import dev.pulse.v1.Welcome;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a worker connected: opens a stream, and another when that one breaks, for as long as it
 * takes. Everything in it happens in {@link Turns}; only the trouble is read elsewhere.
 */
final class Connection {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);
  private static final Duration WELCOME_WITHIN = Duration.ofSeconds(10);
  private static final Duration USUAL_BEAT = Duration.ofSeconds(10);

  /**
   * A stream that lived so long after its welcome, or that brought work, was a good one: its loss
   * counts as a first failure again. A mere welcome does not count, or a server that goes down
   * would be pestered.
   */
  private static final Duration GOOD_STREAM = Duration.ofSeconds(5);

  private final String worker;
  private final Servers servers;
  private final ScheduledExecutorService clock;
  private final Turns turns;
  private final Dialogue dialogue;
  private final boolean hearsAtOnce;

  private @Nullable WorkStream stream;
  private @Nullable Future<?> timer;
  private @Nullable Deadline goodAfter;
  private boolean broughtWork;
  private int failures;
  private boolean closed;
  private volatile @Nullable PulseException trouble;

  /**
   * @param hearsAtOnce a turn never waits, so that the thread that reads may take it
   */
  Connection(
      String worker,
      Servers servers,
      ScheduledExecutorService clock,
      Turns turns,
      Dialogue dialogue,
      boolean hearsAtOnce) {
    this.worker = worker;
    this.servers = servers;
    this.clock = clock;
    this.turns = turns;
    this.dialogue = dialogue;
    this.hearsAtOnce = hearsAtOnce;
  }

  /** Why there is no connection; null while there is one. */
  @Nullable PulseException trouble() {
    return trouble;
  }

  void open() {
    if (closed) {
      return;
    }
    WorkStream opened =
        WorkStream.open(
            servers.current(),
            hearsAtOnce,
            (from, message) -> turns.execute(() -> received(from, message)),
            (from, status) -> turns.execute(() -> broken(from, status)));
    stream = opened;
    goodAfter = null;
    broughtWork = false;
    dialogue.connected(opened::send);
    after(WELCOME_WITHIN, () -> giveUp(opened));
  }

  /** Ends it for good; what was sent before still arrives. */
  void close() {
    closed = true;
    stopTimer();
    dialogue.disconnected();
    if (stream != null) {
      stream.complete();
      stream = null;
    }
  }

  private void received(WorkStream from, ToWorker message) {
    if (from != stream) {
      return;
    }
    switch (message.getKindCase()) {
      case WELCOME -> welcome(from, message.getWelcome());
      case ASSIGNMENTS -> {
        broughtWork = true;
        dialogue.assigned(message.getAssignments().getJobsList());
      }
      case ACKS -> dialogue.acknowledged(message.getAcks());
      case CANCEL ->
          dialogue.canceled(message.getCancel().getLease(), message.getCancel().getReason());
      case LOGGED ->
          dialogue.logged(message.getLogged().getLease(), message.getLogged().getThrough());
      case FAREWELL -> farewell(from);
      case KIND_NOT_SET -> log.debug("{} ignores a message of a newer kind", worker);
    }
  }

  private void welcome(WorkStream from, Welcome welcome) {
    log.info("{} is connected to {}", worker, from.server().address());
    trouble = null;
    goodAfter = Deadline.in(GOOD_STREAM);
    dialogue.welcome(welcome);
    Duration asked = FromWire.duration(welcome.getBeatEvery());
    Duration every = asked.isZero() || asked.isNegative() ? USUAL_BEAT : asked;
    stopTimer();
    timer =
        clock.scheduleWithFixedDelay(
            () -> turns.execute(dialogue::beat),
            every.toNanos(),
            every.toNanos(),
            TimeUnit.NANOSECONDS);
  }

  private void farewell(WorkStream from) {
    from.complete();
    broken(from, Status.UNAVAILABLE.withDescription("the server goes away"));
  }

  private void giveUp(WorkStream silent) {
    if (silent == stream && !dialogue.isWelcomed()) {
      silent.drop("no welcome");
      broken(silent, Status.UNAVAILABLE.withDescription("the server did not welcome the worker"));
    }
  }

  private void broken(WorkStream from, Status status) {
    if (from != stream) {
      return;
    }
    stream = null;
    dialogue.disconnected();
    servers.failed(from.server());
    boolean good = broughtWork || (goodAfter != null && goodAfter.hasPassed());
    failures = good ? 1 : failures + 1;
    complain(Failures.of(status, from.server().address()));
    after(Pace.WORKER.after(failures, ThreadLocalRandom.current().nextDouble()), this::open);
  }

  /** Once for each kind of trouble: a server that stays away fills no log. */
  private void complain(PulseException failure) {
    PulseException before = trouble;
    trouble = failure;
    if (before == null || before.code() != failure.code()) {
      log.warn("{} has no connection and keeps trying: {}", worker, failure.getMessage());
    } else {
      log.debug("{} still has no connection: {}", worker, failure.getMessage());
    }
    if (failure.code() == Code.INTERNAL) {
      log.debug("the server's failure", failure);
    }
  }

  private void after(Duration pause, Runnable step) {
    stopTimer();
    timer = clock.schedule(() -> turns.execute(step), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
