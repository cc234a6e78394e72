package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.AgentStatus.Trouble;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of one standing agent. There is one time of its next tick and one place that waits for
 * it, so a tick by hand cannot start a second chain (K8); requests during a tick become one more.
 */
final class Beat {
  private static final Logger LOG = LoggerFactory.getLogger(Beat.class);

  /** The clock may be set, and a machine may sleep: nobody waits for long without looking at it. */
  private static final Duration LONGEST_NAP = Duration.ofMinutes(1);

  private final StandingAgent agent;
  private final InstantSource clock;
  private final Runnable leaving;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Thread thread;
  private @Nullable News pending;
  private boolean wanted;
  private boolean retired;
  private boolean ended;

  /** What the fleet says of the agent now. */
  private record News(Member member, List<Trouble> troubles) {}

  private enum Call {
    TICK,
    TICK_BY_HAND,
    LOOK,
    LEAVE
  }

  /**
   * @param leaving what is done when it leaves the fleet
   */
  Beat(StandingAgent agent, InstantSource clock, Runnable leaving) {
    this.agent = agent;
    this.clock = clock;
    this.leaving = leaving;
    this.thread =
        Thread.ofVirtual().name("standing agent " + agent.member().name()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  StandingAgent agent() {
    return agent;
  }

  /** Ticks now, or after the tick that is under way. */
  void want() {
    change(() -> wanted = true);
  }

  /** Its heading was read; if it was to leave, it stays. False: it has left already. */
  boolean follow(Member member, List<Trouble> troubles) {
    return change(
        () -> {
          retired = false;
          pending = new News(member, troubles);
        });
  }

  /** Its heading is gone: it ends when its run has. */
  void retire() {
    change(() -> retired = true);
  }

  /** Looks at the clock again. */
  void recheck() {
    change(() -> {});
  }

  boolean hasEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /** Ends at once; a run goes on without it and is found again. */
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }

  private boolean change(Runnable change) {
    lock.lock();
    try {
      change.run();
      news.signal();
      return !ended;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      if (agent.hasRunUnderWay()) {
        step(agent::resume);
      }
      for (Call call = next(); call != Call.LEAVE; call = next()) {
        boolean byHand = call == Call.TICK_BY_HAND;
        step(call == Call.LOOK ? this::look : () -> agent.tick(byHand));
      }
    } catch (InterruptedException e) {
      LOG.debug("{} stops", agent.member().name());
    } finally {
      change(() -> ended = true);
    }
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  /** The schedule outlives whatever a step comes to (K2). */
  private void step(Step step) throws InterruptedException {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.error("standing agent {}: the tick failed", agent.member().name(), e);
    }
  }

  private void look() {
    News heard = heard();
    if (heard != null) {
      agent.look(heard.member(), heard.troubles());
    }
  }

  private @Nullable News heard() {
    lock.lock();
    try {
      News heard = pending;
      pending = null;
      return heard;
    } finally {
      lock.unlock();
    }
  }

  private Call next() throws InterruptedException {
    lock.lock();
    try {
      while (true) {
        if (retired) {
          ended = true; // under the lock: who comes back after this is another, and shown after it
          leaving.run();
          return Call.LEAVE;
        }
        if (pending != null) {
          return Call.LOOK;
        }
        if (wanted) {
          wanted = false;
          return Call.TICK_BY_HAND;
        }
        Duration left = Duration.between(clock.instant(), agent.nextRun());
        if (!left.isPositive()) {
          return Call.TICK;
        }
        Duration nap = left.compareTo(LONGEST_NAP) < 0 ? left : LONGEST_NAP;
        long _ = news.awaitNanos(nap.toNanos());
      }
    } finally {
      lock.unlock();
    }
  }
}
