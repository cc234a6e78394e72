package dev.pulse.server.grpc;

import com.linecorp.armeria.server.grpc.GrpcService;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.status.StatusDocuments;
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
  public static GrpcService service(
      Jobs jobs,
      Dispatcher dispatcher,
      AttemptLogs logs,
      StatusDocuments statuses,
      Duration lease,
      Executor threads) {
    return GrpcService.builder()
        .addService(new JobService(jobs, dispatcher, logs, lease, threads))
        .addService(new LogService(logs, threads))
        .addService(new StatusService(statuses, threads))
        .maxRequestMessageLength(LARGEST_MESSAGE)
        .build();
  }
}
