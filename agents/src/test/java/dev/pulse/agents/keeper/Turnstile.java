package dev.pulse.agents.keeper;

import dev.pulse.Outcome;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents that work until they are let go, counted. */
final class Turnstile implements Home.Script {
  final List<UUID> started = new CopyOnWriteArrayList<>();
  final AtomicInteger most = new AtomicInteger();
  final AtomicInteger now = new AtomicInteger();
  private final Semaphore exits = new Semaphore(0);

  @Override
  public Outcome play(Home.Call call) throws InterruptedException {
    started.add(call.job());
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    try {
      exits.acquire();
    } finally {
      now.decrementAndGet();
    }
    return Home.done();
  }

  void letGo(int runs) {
    exits.release(runs);
  }
}
