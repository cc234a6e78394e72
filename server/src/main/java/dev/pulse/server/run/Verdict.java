package dev.pulse.server.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What becomes of a delivery. Decided by what there is, and by nothing else (N5, N6). */
sealed interface Verdict {
  /** It is taken. */
  record Deliver(WaitState to) implements Verdict {}

  /** It was before: the first answer is the answer. */
  record Original(WaitState of) implements Verdict {}

  /** It came too late for a wait that is pending only until somebody looks. */
  record Lapsed(WaitState what) implements Verdict {}

  record Refuse(RunRefused refused) implements Verdict {}

  static Verdict on(RunState run, Delivery delivery) {
    List<WaitState> named =
        run.waits.stream()
            .filter(wait -> wait.signal.equals(delivery.signal()))
            .filter(wait -> delivery.waitId() == null || wait.id.equals(delivery.waitId()))
            .toList();
    String key = delivery.key();
    Optional<WaitState> repeated =
        key == null
            ? Optional.empty()
            : last(named, wait -> wait.status == WaitStatus.DELIVERED && key.equals(wait.key));
    if (repeated.isPresent()) {
      return new Original(repeated.get());
    }
    Optional<WaitState> pending = last(named, WaitState::isPending);
    if (pending.isPresent()) {
      WaitState wait = pending.get();
      return wait.isDueBy(run.now) ? new Lapsed(wait) : new Deliver(wait);
    }
    return past(run, delivery, named);
  }

  /** Nobody waits now. The most specific answer wins, also after the run has closed. */
  private static Verdict past(RunState run, Delivery delivery, List<WaitState> named) {
    Optional<WaitState> delivered = last(named, wait -> wait.status == WaitStatus.DELIVERED);
    if (delivered.isPresent()) {
      return new Original(delivered.get());
    }
    if (last(named, wait -> wait.status == WaitStatus.EXPIRED).isPresent()) {
      return new Refuse(RunRefused.expired(delivery.signal()));
    }
    return new Refuse(
        run.status.isClosed()
            ? RunRefused.closed(run.id, run.status)
            : RunRefused.notAwaited(delivery.signal()));
  }

  private static Optional<WaitState> last(List<WaitState> waits, Predicate<WaitState> which) {
    return Optional.ofNullable(WaitState.last(waits, which));
  }
}
