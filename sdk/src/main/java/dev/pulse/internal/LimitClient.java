package dev.pulse.internal;

import dev.pulse.Limit;
import dev.pulse.LimitOptions;
import dev.pulse.Limits;
import dev.pulse.v1.DeleteLimitRequest;
import dev.pulse.v1.GetLimitRequest;
import dev.pulse.v1.LimitPause;
import dev.pulse.v1.LimitsGrpc;
import dev.pulse.v1.LimitsGrpc.LimitsBlockingStub;
import dev.pulse.v1.ListLimitsRequest;
import dev.pulse.v1.Rate;
import dev.pulse.v1.SetLimitRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The calls about limits. Each may be repeated without harm. */
final class LimitClient implements Limits {
  private static final int PAGE = 100;

  private final Calls calls;

  LimitClient(Calls calls) {
    this.calls = calls;
  }

  @Override
  public Limit set(String name, Consumer<LimitOptions> options) {
    var draft = new Draft(SetLimitRequest.newBuilder().setName(name));
    options.accept(draft);
    return limit(call(stub -> stub.setLimit(draft.request.build())));
  }

  @Override
  public Optional<Limit> find(String name) {
    var request = GetLimitRequest.newBuilder().setName(name).build();
    return call(
        stub -> {
          try {
            return Optional.of(limit(stub.getLimit(request)));
          } catch (StatusRuntimeException e) {
            if (isMissing(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  @Override
  public Stream<Limit> list() {
    return Pages.stream(
        null,
        after -> {
          var request = ListLimitsRequest.newBuilder().setLimit(PAGE);
          if (after != null) {
            request.setAfter(after);
          }
          List<Limit> page =
              call(stub -> stub.listLimits(request.build())).getLimitsList().stream()
                  .map(LimitClient::limit)
                  .toList();
          return new Pages.Page<>(
              page, page.size() < PAGE ? null : page.get(page.size() - 1).name());
        });
  }

  /** One that a repetition does not find was deleted by the try whose answer was lost. */
  @Override
  public void delete(String name) {
    var request = DeleteLimitRequest.newBuilder().setName(name).build();
    calls.call(
        LimitsGrpc::newBlockingStub,
        (stub, repeated) -> {
          try {
            return Optional.of(stub.deleteLimit(request));
          } catch (StatusRuntimeException e) {
            if (repeated && isMissing(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private <A> A call(Function<LimitsBlockingStub, A> request) {
    return calls.call(LimitsGrpc::newBlockingStub, (stub, repeated) -> request.apply(stub));
  }

  private static boolean isMissing(StatusRuntimeException e) {
    return e.getStatus().getCode() == Status.Code.NOT_FOUND;
  }

  private static Limit limit(dev.pulse.v1.Limit limit) {
    return new Limit(
        limit.getName(),
        limit.hasMaxRunning() ? limit.getMaxRunning() : null,
        limit.hasRate()
            ? new Limit.Rate(
                limit.getRate().getStarts(), FromWire.duration(limit.getRate().getPer()))
            : null,
        limit.hasPausedUntil() ? FromWire.instant(limit.getPausedUntil()) : null,
        limit.getPauseReason().isEmpty() ? null : limit.getPauseReason(),
        limit.getRunning(),
        limit.getStarted(),
        FromWire.instant(limit.getUpdatedAt()),
        limit.getUpdatedBy());
  }

  private static final class Draft implements LimitOptions {
    private final SetLimitRequest.Builder request;

    Draft(SetLimitRequest.Builder request) {
      this.request = request;
    }

    @Override
    public LimitOptions maxRunning(int most) {
      request.setMaxRunning(most);
      return this;
    }

    @Override
    public LimitOptions anyNumberRunning() {
      request.setNoMaxRunning(true);
      return this;
    }

    @Override
    public LimitOptions rate(int starts, Duration per) {
      request.setRate(Rate.newBuilder().setStarts(starts).setPer(ToWire.duration(per)));
      return this;
    }

    @Override
    public LimitOptions anyRate() {
      request.setNoRate(true);
      return this;
    }

    @Override
    public LimitOptions pause(Instant until, String reason) {
      request.setPause(LimitPause.newBuilder().setUntil(ToWire.timestamp(until)).setReason(reason));
      return this;
    }

    @Override
    public LimitOptions resume() {
      request.setResume(true);
      return this;
    }
  }
}
