package dev.pulse.server.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Lease;
import dev.pulse.v1.Assignments;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.SubmitParcel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a job costs on its way off the wire and onto it again, without what carries the bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WireCodec {
  private static final int JOBS = 100;
  private static final String ARGS =
      "{\"customer\":123456789,\"template\":\"welcome-back\",\"locale\":\"de-CH\",\"tag\":\"spring\"}";

  private final byte[] parcel = parcel();
  private final List<Assignment> claimed = claimed();

  private static byte[] parcel() {
    var parcel = SubmitParcel.newBuilder().setNumber(1);
    for (int at = 0; at < JOBS; at++) {
      parcel.addJobs(
          NewJob.newBuilder().setId(id(at).toString()).setName("noop").setArgs(ARGS).build());
    }
    return parcel.build().toByteArray();
  }

  private static List<Assignment> claimed() {
    var claimed = new ArrayList<Assignment>();
    for (int at = 0; at < JOBS; at++) {
      claimed.add(
          new Assignment(
              new Lease(at, 1, 1),
              id(at),
              "noop",
              "default",
              ARGS,
              1,
              5,
              Instant.EPOCH,
              null,
              null,
              true));
    }
    return claimed;
  }

  private static UUID id(int at) {
    return new UUID(0x01a1ded439a77000L, 0x90eae8aa630c2566L + at);
  }

  /** Read and checked. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public List<dev.pulse.server.job.NewJob> parcelIn() throws InvalidProtocolBufferException {
    return SubmitParcel.parseFrom(parcel).getJobsList().stream().map(Wire::newJob).toList();
  }

  /** Put together and written. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public byte[] assignmentsOut() {
    var all = Assignments.newBuilder();
    claimed.forEach(job -> all.addJobs(Wire.assignment(job)));
    return all.build().toByteArray();
  }
}
