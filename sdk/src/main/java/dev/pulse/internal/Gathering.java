package dev.pulse.internal;

import dev.pulse.internal.Servers.Server;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.SubmitAllRequest;
import dev.pulse.v1.SubmitAllResponse;
import dev.pulse.v1.SubmitResponse;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that several threads submit at the same time travel together: what comes while the lanes are
 * taken is the next message. Nobody waits for company. A message that fails, for whatever reason,
 * gives every job in it back to its thread, which then tries alone and hears what is wrong with its
 * own.
 */
final class Gathering {
  /** While one message is being written to disk, the next is on its way. */
  private static final int LANES = 2;

  private final Servers servers;
  private final Duration usually;
  private final UnaryOperator<Channel> way;
  private final Queue<Passenger> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore lanes = new Semaphore(LANES);

  Gathering(Servers servers, Duration usually, UnaryOperator<Channel> way) {
    this.servers = servers;
    this.usually = usually;
    this.way = way;
  }

  /** One job on its way: its answer, or nothing if it has to be tried again. */
  private record Passenger(NewJob job, CompletableFuture<Optional<SubmitResponse>> answer) {}

  /** The answer in the future, or nothing if the job must be tried alone. */
  CompletableFuture<Optional<SubmitResponse>> submit(NewJob job) {
    var passenger = new Passenger(job, new CompletableFuture<>());
    waiting.add(passenger);
    depart();
    return passenger.answer;
  }

  private void depart() {
    while (!waiting.isEmpty() && lanes.tryAcquire()) {
      List<Passenger> aboard = board();
      if (aboard.isEmpty()) {
        lanes.release(); // and look again: somebody may have come and found no lane
      } else {
        send(aboard);
      }
    }
  }

  private List<Passenger> board() {
    List<Passenger> aboard = new ArrayList<>();
    int bytes = 0;
    Passenger next;
    while (aboard.size() < Parts.MOST_JOBS
        && bytes < Parts.MOST_BYTES
        && (next = waiting.poll()) != null) {
      aboard.add(next);
      bytes += next.job.getSerializedSize();
    }
    return aboard;
  }

  private void send(List<Passenger> aboard) {
    var all = SubmitAllRequest.newBuilder();
    aboard.forEach(passenger -> all.addJobs(passenger.job));
    Server server = servers.current();
    PulseGrpc.newStub(way.apply(server.channel()))
        .withExecutor(Runnable::run) // the answer only wakes threads
        .withDeadlineAfter(usually.toNanos(), TimeUnit.NANOSECONDS)
        .submitAll(all.build(), new Arrival(aboard));
  }

  /** How a message ended. */
  private final class Arrival implements StreamObserver<SubmitAllResponse> {
    private final List<Passenger> aboard;
    private @Nullable SubmitAllResponse answer;

    Arrival(List<Passenger> aboard) {
      this.aboard = aboard;
    }

    @Override
    public void onNext(SubmitAllResponse given) {
      answer = given;
    }

    @Override
    public void onError(Throwable thrown) {
      answer = null;
      onCompleted();
    }

    @Override
    public void onCompleted() {
      lanes.release();
      depart();
      SubmitAllResponse given = answer;
      for (int at = 0; at < aboard.size(); at++) {
        aboard.get(at).answer.complete(answerAt(given, at));
      }
    }

    private Optional<SubmitResponse> answerAt(@Nullable SubmitAllResponse given, int at) {
      return given != null && given.getJobsCount() == aboard.size()
          ? Optional.of(given.getJobs(at))
          : Optional.empty();
    }
  }
}
