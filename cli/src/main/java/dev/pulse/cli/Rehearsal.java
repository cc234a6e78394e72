package dev.pulse.cli;

import com.google.protobuf.Timestamp;
import dev.pulse.v1.Job;
import dev.pulse.v1.JobStatus;
import dev.pulse.v1.ListJobsRequest;
import dev.pulse.v1.ListJobsResponse;
import dev.pulse.v1.PulseGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * The commands that people type most, run once against a server that only pretends. The JVM
 * remembers which classes that took, and the commands after it start from there.
 */
final class Rehearsal {
  private static final List<String> COMMANDS =
      List.of("--version", "--help", "jobs list", "jobs list --json");

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    Server stage =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(new Pretence())
            .build()
            .start();
    Terminal terminal = new Terminal(true, true, () -> new Terminal.Size(24, 80));
    var around =
        new Surroundings(
            Map.of("PULSE_SERVER", "127.0.0.1:" + stage.getPort()),
            Path.of("/nonexistent"),
            InputStream.nullInputStream(),
            terminal,
            InstantSource.system());
    for (String command : COMMANDS) {
      String[] words = command.split(" ", -1);
      int exit = PulseCommand.commandLine(around, words).setOut(nowhere()).execute(words);
      if (exit != ExitCode.OK.number) {
        System.exit(exit);
      }
    }
    System.exit(ExitCode.OK.number);
  }

  private static PrintWriter nowhere() {
    return new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  private static final class Pretence extends PulseGrpc.PulseImplBase {
    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> answer) {
      var now = Timestamp.newBuilder().setSeconds(1_800_000_000).build();
      var job =
          Job.newBuilder()
              .setId("00000000-0000-7000-8000-000000000000")
              .setName("name")
              .setTopic("topic")
              .setArgs("{}")
              .setStatus(JobStatus.JOB_STATUS_PENDING)
              .setMaxAttempts(1)
              .setNextRunAt(now)
              .setSubmittedAt(now);
      answer.onNext(ListJobsResponse.newBuilder().addJobs(job).build());
      answer.onCompleted();
    }
  }
}
