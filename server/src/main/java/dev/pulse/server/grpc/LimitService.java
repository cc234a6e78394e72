package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import dev.pulse.server.limit.Rate;
import dev.pulse.v1.DeleteLimitRequest;
import dev.pulse.v1.GetLimitRequest;
import dev.pulse.v1.Limit;
import dev.pulse.v1.LimitPause;
import dev.pulse.v1.LimitsGrpc;
import dev.pulse.v1.ListLimitsRequest;
import dev.pulse.v1.ListLimitsResponse;
import dev.pulse.v1.SetLimitRequest;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** Answers the calls of {@code pulse.v1.Limits}. */
final class LimitService extends LimitsGrpc.LimitsImplBase {
  private static final int USUAL_PAGE = 50;

  private final Limits limits;
  private final Unary unary;

  LimitService(Limits limits, Executor threads) {
    this.limits = limits;
    this.unary = new Unary(threads);
  }

  @Override
  public void listLimits(ListLimitsRequest request, StreamObserver<ListLimitsResponse> answers) {
    int most = request.getLimit() == 0 ? USUAL_PAGE : request.getLimit();
    unary.answer(
        answers,
        () -> {
          var page = ListLimitsResponse.newBuilder();
          limits
              .list(most, Wire.given(request.getAfter()))
              .forEach(limit -> page.addLimits(limit(limit)));
          return page.build();
        });
  }

  @Override
  public void getLimit(GetLimitRequest request, StreamObserver<Limit> answers) {
    unary.answer(answers, () -> limit(find(request.getName())));
  }

  @Override
  public void setLimit(SetLimitRequest request, StreamObserver<Limit> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    unary.answer(answers, () -> limit(limits.set(request.getName(), change(request), actor)));
  }

  @Override
  public void deleteLimit(DeleteLimitRequest request, StreamObserver<Limit> answers) {
    unary.answer(
        answers,
        () -> {
          dev.pulse.server.limit.Limit gone = find(request.getName());
          limits.delete(gone.name());
          return limit(gone);
        });
  }

  private dev.pulse.server.limit.Limit find(String name) {
    return limits.find(name).orElseThrow(() -> JobRefused.noLimit(name));
  }

  private static Change change(SetLimitRequest request) {
    Change change = Change.NOTHING;
    change =
        switch (request.getMostCase()) {
          case MAX_RUNNING -> change.withMaxRunning(request.getMaxRunning());
          case NO_MAX_RUNNING -> change.withMaxRunning(null);
          case MOST_NOT_SET -> change;
        };
    change =
        switch (request.getPaceCase()) {
          case RATE ->
              change.withRate(
                  new Rate(
                      request.getRate().getStarts(), Wire.duration(request.getRate().getPer())));
          case NO_RATE -> change.withRate(null);
          case PACE_NOT_SET -> change;
        };
    return switch (request.getPausingCase()) {
      case PAUSE -> {
        LimitPause pause = request.getPause();
        yield change.withPause(new Change.Pause(Wire.instant(pause.getUntil()), pause.getReason()));
      }
      case RESUME -> change.withPause(null);
      case PAUSING_NOT_SET -> change;
    };
  }

  private static Limit limit(dev.pulse.server.limit.Limit limit) {
    var told =
        Limit.newBuilder()
            .setName(limit.name())
            .setRunning(limit.running())
            .setStarted(limit.started())
            .setUpdatedAt(Wire.timestamp(limit.updatedAt()))
            .setUpdatedBy(limit.updatedBy());
    if (limit.maxRunning() != null) {
      told.setMaxRunning(limit.maxRunning());
    }
    Rate rate = limit.rate();
    if (rate != null) {
      told.setRate(
          dev.pulse.v1.Rate.newBuilder()
              .setStarts(rate.starts())
              .setPer(Wire.duration(rate.per())));
    }
    if (limit.pausedUntil() != null) {
      told.setPausedUntil(Wire.timestamp(limit.pausedUntil()));
    }
    if (limit.pauseReason() != null) {
      told.setPauseReason(limit.pauseReason());
    }
    return told.build();
  }
}
