package dev.pulse.internal;

import dev.pulse.Minute;
import dev.pulse.v1.ListMinutesRequest;
import dev.pulse.v1.ListMinutesResponse;
import dev.pulse.v1.MinutesGrpc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What happened in each minute, asked for. */
final class MinuteCalls {
  private final Calls calls;

  MinuteCalls(Calls calls) {
    this.calls = calls;
  }

  List<Minute> since(Instant since) {
    var request = ListMinutesRequest.newBuilder().setSince(ToWire.timestamp(since)).build();
    ListMinutesResponse answer =
        calls.call(MinutesGrpc::newBlockingStub, stub -> stub.listMinutes(request));
    List<Duration> bounds = answer.getLatencyStepsList().stream().map(FromWire::duration).toList();
    return answer.getMinutesList().stream().map(minute -> minute(minute, bounds)).toList();
  }

  private static Minute minute(dev.pulse.v1.Minute minute, List<Duration> bounds) {
    var steps = new ArrayList<Minute.Step>();
    for (int at = 0; at < minute.getLatencyCount(); at++) {
      Duration upTo = at < bounds.size() ? bounds.get(at) : null;
      steps.add(new Minute.Step(upTo, minute.getLatency(at)));
    }
    return new Minute(
        FromWire.instant(minute.getAt()),
        minute.getSubmitted(),
        minute.getStarted(),
        minute.getCompleted(),
        minute.getFailed(),
        minute.getDead(),
        minute.getWaiting(),
        minute.getRunning(),
        steps);
  }
}
