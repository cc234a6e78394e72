package dev.pulse.internal;

import dev.pulse.Awaited;
import dev.pulse.JobContext;
import dev.pulse.Json;
import dev.pulse.Memory;
import dev.pulse.NodeContext;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.Signal;
import dev.pulse.Stage;
import dev.pulse.Wait;
import dev.pulse.v1.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** One attempt at a stage, on top of the job that it is. */
final class StageRun<T> implements Stage<T> {
  private static final String ONCE = "once:";

  private final Execution job;
  private final Class<T> type;
  private final Codec codec;
  private final RunCalls runs;
  private final NodeContext node;
  private final StageMemory memory;
  private final StageMemory shared;

  StageRun(Execution job, Class<T> type, Codec codec, RunCalls runs) {
    RunContext context = job.context();
    if (context == null) {
      throw new PulseException(Code.INVALID, "job " + job.name() + " is not of a run", null);
    }
    this.job = job;
    this.type = type;
    this.codec = codec;
    this.runs = runs;
    this.node = context.node();
    this.memory = new StageMemory(false, context.memory(), codec);
    this.shared = new StageMemory(true, context.memory(), codec);
    job.enter(this);
  }

  @Override
  public T input() {
    return codec.read(job.rawArgs(), type);
  }

  @Override
  public UUID runId() {
    return node.runId();
  }

  @Override
  public String name() {
    return node.nodeId();
  }

  @Override
  public JobContext job() {
    return job;
  }

  @Override
  public <R> Optional<R> result(String stage, Class<R> resultType) {
    Json result = node.results().get(stage);
    return result == null ? Optional.empty() : Optional.ofNullable(codec.read(result, resultType));
  }

  @Override
  public <P> Awaited<P> signal(Signal<P> signal) {
    NodeContext.Answer answer = node.signals().get(signal.name());
    String status = answer == null ? "" : answer.status();
    if (answer != null && status.equals("delivered")) {
      Json payload = answer.payload();
      return new Awaited.Delivered<>(
          answer.waitId(),
          payload == null ? null : codec.read(payload, signal.type()),
          payload != null,
          answer.deliveredBy(),
          time(answer.endedAt()));
    }
    return answer != null && status.equals("expired")
        ? new Awaited.Expired<>(answer.waitId())
        : new Awaited.NotYet<>(signal.name());
  }

  private static Instant time(@Nullable String written) {
    return written == null ? Instant.EPOCH : OffsetDateTime.parse(written).toInstant();
  }

  @Override
  public Wait arm(Signal<?> signal, @Nullable Duration expiresIn) {
    return runs.arm(job.lease(), signal.name(), expiresIn, null);
  }

  @Override
  public Wait arm(Signal<?> signal, @Nullable Duration expiresIn, String question) {
    return runs.arm(job.lease(), signal.name(), expiresIn, question);
  }

  @Override
  public Memory memory() {
    return memory;
  }

  @Override
  public Memory shared() {
    return shared;
  }

  @Override
  public void once(String name, Action action) throws Exception {
    once(
        name,
        Boolean.class,
        () -> {
          action.run();
          return true;
        });
  }

  @Override
  public <V> V once(String name, Class<V> valueType, Callable<V> action) throws Exception {
    Memory.Key<V> key = Memory.Key.of(ONCE + name, valueType);
    Optional<V> before = memory.get(key);
    if (before.isPresent()) {
      return before.get();
    }
    V value = action.call();
    memory.put(key, value);
    return value;
  }

  /** What goes along with the outcome, whatever that is. */
  Report.Stage said() {
    Report.Stage.Builder stage = Report.Stage.newBuilder();
    memory.addTo(stage);
    shared.addTo(stage);
    return stage.build();
  }
}
