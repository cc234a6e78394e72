package dev.pulse.server.grpc;

import com.linecorp.armeria.server.grpc.GrpcService;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.run.Runs;
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
      Jobs jobs, Runs runs, Dispatcher dispatcher, Duration lease, Executor threads) {
    return GrpcService.builder()
        .addService(new JobService(jobs, dispatcher, lease, threads))
        .addService(new RunService(runs, threads))
        .maxRequestMessageLength(LARGEST_MESSAGE)
        .build();
  }
}
