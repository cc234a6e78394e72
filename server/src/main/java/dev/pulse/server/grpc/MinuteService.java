package dev.pulse.server.grpc;

import dev.pulse.server.metrics.Tally;
import dev.pulse.server.minute.Minutes;
import dev.pulse.v1.ListMinutesRequest;
import dev.pulse.v1.ListMinutesResponse;
import dev.pulse.v1.Minute;
import dev.pulse.v1.MinutesGrpc;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** Answers the calls of {@code pulse.v1.Minutes}. */
final class MinuteService extends MinutesGrpc.MinutesImplBase {
  private final Minutes minutes;
  private final Unary unary;

  MinuteService(Minutes minutes, Executor threads) {
    this.minutes = minutes;
    this.unary = new Unary(threads);
  }

  @Override
  public void listMinutes(ListMinutesRequest request, StreamObserver<ListMinutesResponse> answers) {
    unary.answer(
        answers,
        () -> {
          var all = ListMinutesResponse.newBuilder();
          Tally.STEPS.forEach(step -> all.addLatencySteps(Wire.duration(step)));
          minutes
              .list(Wire.instant(request.getSince()))
              .forEach(minute -> all.addMinutes(minute(minute)));
          return all.build();
        });
  }

  private static Minute minute(dev.pulse.server.minute.Minute minute) {
    Tally counted = minute.counted();
    return Minute.newBuilder()
        .setAt(Wire.timestamp(minute.at()))
        .setSubmitted(counted.submitted())
        .setStarted(counted.started())
        .setCompleted(counted.completed())
        .setFailed(counted.failed())
        .setDead(counted.dead())
        .setWaiting(minute.waiting())
        .setRunning(minute.running())
        .addAllLatency(counted.latency())
        .build();
  }
}
