package dev.pulse.internal;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobPage;
import dev.pulse.Schedule;
import dev.pulse.ScheduleOptions;
import dev.pulse.SchedulePage;
import dev.pulse.Schedules;
import dev.pulse.v1.CreateScheduleRequest;
import dev.pulse.v1.EditScheduleRequest;
import dev.pulse.v1.ListFiresRequest;
import dev.pulse.v1.ListSchedulesRequest;
import dev.pulse.v1.NewSchedule;
import dev.pulse.v1.PreviewScheduleRequest;
import dev.pulse.v1.PutScheduleRequest;
import dev.pulse.v1.ScheduleRef;
import dev.pulse.v1.SchedulesGrpc;
import dev.pulse.v1.SchedulesGrpc.SchedulesBlockingStub;
import dev.pulse.v1.TriggerScheduleRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls about schedules. What a server would do twice carries an id that is chosen before the
 * first try.
 */
final class ScheduleClient implements Schedules {
  private static final int USUAL_PAGE = 50;
  private static final int LARGEST_PAGE = 500;

  private final Client client;
  private final Calls calls;
  private final JobIds ids;
  private final Codec codec;

  ScheduleClient(Client client, Calls calls, JobIds ids, Codec codec) {
    this.client = client;
    this.calls = calls;
    this.ids = ids;
    this.codec = codec;
  }

  @Override
  public Schedule create(String name, Consumer<ScheduleOptions> options) {
    var request =
        CreateScheduleRequest.newBuilder()
            .setId(ids.next().toString())
            .setSchedule(named(name, options))
            .build();
    return ScheduleWire.schedule(call(stub -> stub.createSchedule(request)));
  }

  @Override
  public Schedule put(String name, Consumer<ScheduleOptions> options) {
    var request = PutScheduleRequest.newBuilder().setSchedule(named(name, options)).build();
    return ScheduleWire.schedule(call(stub -> stub.putSchedule(request)));
  }

  @Override
  public List<Instant> preview(int count, Consumer<ScheduleOptions> options) {
    var request =
        PreviewScheduleRequest.newBuilder()
            .setSchedule(named("preview", options))
            .setCount(count)
            .build();
    return call(stub -> stub.previewSchedule(request)).getFiresList().stream()
        .map(FromWire::instant)
        .toList();
  }

  @Override
  public Optional<Schedule> find(String schedule) {
    var request = ref(schedule);
    return call(
        stub -> {
          try {
            return Optional.of(ScheduleWire.schedule(stub.getSchedule(request)));
          } catch (StatusRuntimeException e) {
            if (isMissing(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  @Override
  public Stream<Schedule> list() {
    return Pages.stream(
        null,
        cursor -> {
          SchedulePage page = page(USUAL_PAGE, cursor);
          return new Pages.Page<>(page.schedules(), page.cursor());
        });
  }

  @Override
  public SchedulePage page(int size, @Nullable String cursor) {
    var request = ListSchedulesRequest.newBuilder().setLimit(checked(size));
    if (cursor != null) {
      request.setCursor(cursor);
    }
    return ScheduleWire.page(call(stub -> stub.listSchedules(request.build())));
  }

  @Override
  public Schedule edit(String schedule, Consumer<ScheduleOptions> options) {
    var request =
        EditScheduleRequest.newBuilder()
            .setSchedule(ref(schedule))
            .setChange(ScheduleDraft.of(options, codec))
            .build();
    return ScheduleWire.schedule(call(stub -> stub.editSchedule(request)));
  }

  @Override
  public Schedule pause(String schedule) {
    return ScheduleWire.schedule(call(stub -> stub.pauseSchedule(ref(schedule))));
  }

  @Override
  public Schedule resume(String schedule) {
    return ScheduleWire.schedule(call(stub -> stub.resumeSchedule(ref(schedule))));
  }

  @Override
  public JobHandle trigger(String schedule) {
    UUID job = ids.next();
    var request =
        TriggerScheduleRequest.newBuilder()
            .setSchedule(ref(schedule))
            .setJobId(job.toString())
            .build();
    call(stub -> stub.triggerSchedule(request));
    return new Handle(client, job, false);
  }

  /** One that a repetition does not find was deleted by the try whose answer was lost. */
  @Override
  public void delete(String schedule) {
    var request = ref(schedule);
    calls.call(
        SchedulesGrpc::newBlockingStub,
        (stub, repeated) -> {
          try {
            return Optional.of(stub.deleteSchedule(request));
          } catch (StatusRuntimeException e) {
            if (repeated && isMissing(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  @Override
  public Stream<Job> fires(String schedule) {
    return Pages.stream(
        null,
        cursor -> {
          JobPage page = fires(schedule, USUAL_PAGE, cursor);
          return new Pages.Page<>(page.jobs(), page.cursor());
        });
  }

  @Override
  public JobPage fires(String schedule, int size, @Nullable String cursor) {
    var request = ListFiresRequest.newBuilder().setSchedule(ref(schedule)).setLimit(checked(size));
    if (cursor != null) {
      request.setCursor(cursor);
    }
    return FromWire.page(call(stub -> stub.listFires(request.build())));
  }

  private <A> A call(Function<SchedulesBlockingStub, A> request) {
    return calls.call(SchedulesGrpc::newBlockingStub, (stub, repeated) -> request.apply(stub));
  }

  private NewSchedule named(String name, Consumer<ScheduleOptions> options) {
    return ScheduleDraft.of(options.andThen(draft -> draft.name(name)), codec);
  }

  private static ScheduleRef ref(String schedule) {
    return ScheduleRef.newBuilder().setNameOrId(schedule).build();
  }

  private static boolean isMissing(StatusRuntimeException e) {
    return e.getStatus().getCode() == Status.Code.NOT_FOUND;
  }

  private static int checked(int size) {
    if (size < 1 || size > LARGEST_PAGE) {
      throw new IllegalArgumentException(
          "size is between 1 and %d, not %d".formatted(LARGEST_PAGE, size));
    }
    return size;
  }
}
