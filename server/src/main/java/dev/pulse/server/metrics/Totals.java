package dev.pulse.server.metrics;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** The counts of all topics together; adding costs nanoseconds and no lock. */
final class Totals {
  final LongAdder submitted = new LongAdder();
  final LongAdder started = new LongAdder();
  final LongAdder completed = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder dead = new LongAdder();
  private final List<LongAdder> latency =
      Stream.generate(LongAdder::new).limit(Tally.STEPS.size() + 1L).toList();

  void dispatched(Duration afterSubmit) {
    latency.get(Tally.step(afterSubmit)).increment();
  }

  Tally tally() {
    return new Tally(
        submitted.sum(),
        started.sum(),
        completed.sum(),
        failed.sum(),
        dead.sum(),
        latency.stream().map(LongAdder::sum).toList());
  }
}
