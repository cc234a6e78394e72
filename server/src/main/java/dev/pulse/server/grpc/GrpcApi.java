package dev.pulse.server.grpc;

import com.linecorp.armeria.server.grpc.GrpcService;
import dev.pulse.server.rooms.Rooms;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Everything gRPC, as one Armeria service. */
public final class GrpcApi {
  /** Room for a batch of large jobs. */
  private static final int LARGEST_MESSAGE = 64 << 20;

  private GrpcApi() {}

  /**
   * The service to be bound.
   *
   * @param lease what a worker gets that asks for none
   * @param threads for whatever waits on the database
   */
  public static GrpcService service(Rooms rooms, Duration lease, Executor threads) {
    return GrpcService.builder()
        .addService(new JobService(rooms.jobs(), rooms.dispatcher(), rooms.logs(), lease, threads))
        .addService(new ScheduleService(rooms.schedules(), threads))
        .addService(new RunService(rooms.runs(), threads))
        .addService(new LimitService(rooms.limits(), threads))
        .addService(new LogService(rooms.logs(), threads))
        .addService(new MinuteService(rooms.minutes(), threads))
        .addService(new StatusService(rooms.statuses(), threads))
        .addService(new TaskService(rooms.slings(), rooms.dispatcher(), threads))
        .addService(new SchedulerService(rooms.slings(), threads))
        .addService(new ConfigService(rooms.slings(), threads))
        .maxRequestMessageLength(LARGEST_MESSAGE)
        .build();
  }
}
