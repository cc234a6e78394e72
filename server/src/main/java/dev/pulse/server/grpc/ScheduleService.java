package dev.pulse.server.grpc;

import dev.pulse.server.schedule.Schedule;
import dev.pulse.server.schedule.ScheduleRefused;
import dev.pulse.server.schedule.Schedules;
import dev.pulse.v1.CreateScheduleRequest;
import dev.pulse.v1.EditScheduleRequest;
import dev.pulse.v1.ListFiresRequest;
import dev.pulse.v1.ListJobsResponse;
import dev.pulse.v1.ListSchedulesRequest;
import dev.pulse.v1.ListSchedulesResponse;
import dev.pulse.v1.PreviewScheduleRequest;
import dev.pulse.v1.PreviewScheduleResponse;
import dev.pulse.v1.PutScheduleRequest;
import dev.pulse.v1.ScheduleRef;
import dev.pulse.v1.SchedulesGrpc;
import dev.pulse.v1.SubmitResponse;
import dev.pulse.v1.TriggerScheduleRequest;
import io.grpc.stub.StreamObserver;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Answers the calls of {@code pulse.v1.Schedules}. */
final class ScheduleService extends SchedulesGrpc.SchedulesImplBase {
  private static final int USUAL_PAGE = 50;
  private static final int USUAL_PREVIEW = 5;

  private final Schedules schedules;
  private final Unary unary;

  ScheduleService(Schedules schedules, Executor threads) {
    this.schedules = schedules;
    this.unary = new Unary(threads);
  }

  @Override
  public void createSchedule(
      CreateScheduleRequest request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(
        answers,
        () ->
            schedules.create(
                Wire.uuidOrNull(request.getId()), ScheduleWire.definition(request.getSchedule())));
  }

  @Override
  public void putSchedule(
      PutScheduleRequest request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(answers, () -> schedules.put(ScheduleWire.definition(request.getSchedule())));
  }

  @Override
  public void previewSchedule(
      PreviewScheduleRequest request, StreamObserver<PreviewScheduleResponse> answers) {
    unary.answer(
        answers,
        () -> {
          int count = request.getCount() == 0 ? USUAL_PREVIEW : request.getCount();
          var fires = PreviewScheduleResponse.newBuilder();
          schedules
              .preview(ScheduleWire.definition(request.getSchedule()), count)
              .forEach(time -> fires.addFires(Wire.timestamp(time)));
          return fires.build();
        });
  }

  @Override
  public void getSchedule(ScheduleRef request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(answers, () -> find(request));
  }

  @Override
  public void listSchedules(
      ListSchedulesRequest request, StreamObserver<ListSchedulesResponse> answers) {
    unary.answer(
        answers,
        () ->
            ScheduleWire.page(
                schedules.list(page(request.getLimit()), Wire.given(request.getCursor()))));
  }

  @Override
  public void editSchedule(
      EditScheduleRequest request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(
        answers,
        () ->
            schedules.edit(
                id(request.getSchedule()), was -> ScheduleWire.changed(was, request.getChange())));
  }

  @Override
  public void pauseSchedule(ScheduleRef request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(answers, () -> schedules.pause(id(request)));
  }

  @Override
  public void resumeSchedule(ScheduleRef request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(answers, () -> schedules.resume(id(request)));
  }

  @Override
  public void triggerSchedule(
      TriggerScheduleRequest request, StreamObserver<SubmitResponse> answers) {
    unary.answer(
        answers,
        () ->
            Wire.submitted(
                schedules.trigger(id(request.getSchedule()), Wire.uuidOrNull(request.getJobId()))));
  }

  @Override
  public void deleteSchedule(ScheduleRef request, StreamObserver<dev.pulse.v1.Schedule> answers) {
    tell(
        answers,
        () -> {
          Schedule gone = find(request);
          schedules.delete(gone.id());
          return gone;
        });
  }

  @Override
  public void listFires(ListFiresRequest request, StreamObserver<ListJobsResponse> answers) {
    unary.answer(
        answers,
        () ->
            Wire.page(
                schedules.fires(
                    id(request.getSchedule()),
                    page(request.getLimit()),
                    Wire.given(request.getCursor()))));
  }

  private interface Work {
    Schedule run();
  }

  private void tell(StreamObserver<dev.pulse.v1.Schedule> answers, Work work) {
    unary.answer(answers, () -> ScheduleWire.schedule(work.run()));
  }

  private UUID id(ScheduleRef which) {
    return named(which, UUID::fromString, name -> find(which).id());
  }

  private Schedule find(ScheduleRef which) {
    return named(which, text -> schedules.find(UUID.fromString(text)), name -> schedules.find(name))
        .orElseThrow(() -> ScheduleRefused.notFound(which.getNameOrId()));
  }

  /** No name looks like an id: {@link dev.pulse.server.schedule.Definition} sees to it. */
  private static <T> T named(
      ScheduleRef which, Function<String, T> byId, Function<String, T> byName) {
    String text = which.getNameOrId();
    return Wire.isUuid(text) ? byId.apply(text) : byName.apply(text);
  }

  private static int page(int limit) {
    return limit == 0 ? USUAL_PAGE : limit;
  }
}
