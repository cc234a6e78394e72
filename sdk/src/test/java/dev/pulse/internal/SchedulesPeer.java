package dev.pulse.internal;

import dev.pulse.v1.CreateScheduleRequest;
import dev.pulse.v1.Schedule;
import dev.pulse.v1.ScheduleRef;
import dev.pulse.v1.SchedulesGrpc;
import dev.pulse.v1.SubmitResponse;
import dev.pulse.v1.TriggerScheduleRequest;
import io.grpc.BindableService;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A peer that keeps schedules in memory, and does what it is told before it loses its answer. */
final class SchedulesPeer extends SchedulesGrpc.SchedulesImplBase implements AutoCloseable {
  final Map<String, Schedule> byName = new HashMap<>();
  final List<String> triggered = new ArrayList<>();
  int answersToLose;
  private final Server server = listen(this);

  private static Server listen(BindableService service) {
    try {
      return Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
          .addService(service)
          .build()
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String address() {
    return "localhost:" + server.getPort();
  }

  @Override
  public synchronized void createSchedule(
      CreateScheduleRequest request, StreamObserver<Schedule> answers) {
    String name = request.getSchedule().getName();
    Schedule made = Schedule.newBuilder().setId(request.getId()).setName(name).build();
    Schedule there = byName.putIfAbsent(name, made);
    if (there == null || there.getId().equals(made.getId())) {
      answer(answers, made);
    } else {
      answers.onError(Status.ALREADY_EXISTS.asRuntimeException());
    }
  }

  @Override
  public synchronized void triggerSchedule(
      TriggerScheduleRequest request, StreamObserver<SubmitResponse> answers) {
    boolean existing = triggered.contains(request.getJobId());
    if (!existing) {
      triggered.add(request.getJobId());
    }
    answer(
        answers,
        SubmitResponse.newBuilder().setId(request.getJobId()).setExisting(existing).build());
  }

  @Override
  public synchronized void deleteSchedule(ScheduleRef request, StreamObserver<Schedule> answers) {
    Schedule gone = byName.remove(request.getNameOrId());
    if (gone == null) {
      answers.onError(Status.NOT_FOUND.asRuntimeException());
    } else {
      answer(answers, gone);
    }
  }

  private <T> void answer(StreamObserver<T> answers, T answer) {
    if (answersToLose > 0) {
      answersToLose--;
      answers.onError(Status.UNAVAILABLE.asRuntimeException());
    } else {
      answers.onNext(answer);
      answers.onCompleted();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
