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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that several threads submit at the same time travel together. Threads that were answered
 * together come back together: the first of them waits for the others, as briefly as a commit is
 * long, so that one message and one commit serve them all. A job that comes alone goes at once. A
 * message that fails, for whatever reason, gives every job in it back to its thread, which then
 * tries alone and hears what is wrong with its own.
 */
final class Gathering {
  /** As long as this anybody waits for company, whether it is still expected or on its way. */
  private static final Duration LONGEST_WAIT = Duration.ofNanos(300_000);

  private final Servers servers;
  private final Duration usually;
  private final UnaryOperator<Channel> way;
  private final Executor later =
      CompletableFuture.delayedExecutor(
          LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS, Runnable::run);
  private final Queue<Passenger> waiting = new ArrayDeque<>();
  private int underWay;
  private int expected;
  private long expectedSince;
  private boolean timed;

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
    List<Passenger> aboard;
    synchronized (this) {
      waiting.add(passenger);
      aboard = isTime() ? board() : List.of();
      if (aboard.isEmpty()) {
        goSoon();
      }
    }
    send(aboard);
    return passenger.answer;
  }

  private boolean isTime() {
    boolean complete =
        waiting.size() >= expected
            || System.nanoTime() - expectedSince > LONGEST_WAIT.toNanos(); // they went elsewhere
    return (underWay == 0 && complete) || waiting.size() >= Parts.MOST_JOBS;
  }

  private void goSoon() {
    if (!timed) {
      timed = true;
      later.execute(this::timeIsUp);
    }
  }

  /** Whoever is here goes, whatever is under way. */
  private void timeIsUp() {
    List<Passenger> aboard;
    synchronized (this) {
      timed = false;
      aboard = board();
      if (!waiting.isEmpty()) {
        goSoon();
      }
    }
    send(aboard);
  }

  private List<Passenger> board() {
    List<Passenger> aboard = new ArrayList<>();
    int bytes = 0;
    while (!waiting.isEmpty() && aboard.size() < Parts.MOST_JOBS && bytes < Parts.MOST_BYTES) {
      Passenger next = waiting.remove();
      aboard.add(next);
      bytes += next.job.getSerializedSize();
    }
    if (!aboard.isEmpty()) {
      underWay++;
      expected = 0;
    }
    return aboard;
  }

  private void send(List<Passenger> aboard) {
    if (aboard.isEmpty()) {
      return;
    }
    var all = SubmitAllRequest.newBuilder();
    aboard.forEach(passenger -> all.addJobs(passenger.job));
    Server server = servers.current();
    PulseGrpc.newStub(way.apply(server.channel()))
        .withExecutor(Runnable::run) // the answer only wakes threads
        .withDeadlineAfter(usually.toNanos(), TimeUnit.NANOSECONDS)
        .submitAll(all.build(), new Arrival(aboard));
  }

  /** Those who are answered now may be back in a moment, and then all go together. */
  private synchronized void arrived(int answered) {
    underWay--;
    expected = waiting.size() + answered;
    expectedSince = System.nanoTime();
    if (!waiting.isEmpty()) {
      goSoon();
    }
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
      arrived(aboard.size());
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
