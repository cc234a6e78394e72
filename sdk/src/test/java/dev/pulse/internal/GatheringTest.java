package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.JobHandle;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import dev.pulse.v1.SubmitRequest;
import dev.pulse.v1.SubmitResponse;
import io.grpc.InsecureServerCredentials;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that submit at the same time, and a peer that answers when it is told to. */
@Timeout(180)
class GatheringTest {
  private static final int THREADS = 8;

  /** A parcel, and how to answer it. */
  private record Message(SubmitParcel parcel, StreamObserver<SubmitReceipt> to) {
    List<NewJob> jobs() {
      return parcel.getJobsList();
    }

    void answer() {
      answer(true);
    }

    void answer(boolean taken) {
      synchronized (to) {
        to.onNext(SubmitReceipt.newBuilder().setNumber(parcel.getNumber()).setTaken(taken).build());
      }
    }
  }

  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final BlockingQueue<NewJob> alone = new LinkedBlockingQueue<>();
  private final BlockingQueue<StreamObserver<SubmitReceipt>> streams = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private ScriptedPeer peer;
  private Pulse pulse;

  @BeforeEach
  void connect() {
    peer = new ScriptedPeer(InsecureServerCredentials.create(), new Peer());
    pulse = Pulse.connect(peer.address(), options -> {});
  }

  /** Notes parcels, and answers calls at once. */
  private final class Peer extends PulseGrpc.PulseImplBase {
    @Override
    public StreamObserver<SubmitParcel> submitStream(StreamObserver<SubmitReceipt> to) {
      streams.add(to);
      return new StreamObserver<>() {
        @Override
        public void onNext(SubmitParcel parcel) {
          messages.add(new Message(parcel, to));
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {
          to.onCompleted();
        }
      };
    }

    @Override
    public void submit(SubmitRequest request, StreamObserver<SubmitResponse> to) {
      alone.add(request.getJob());
      to.onNext(SubmitResponse.newBuilder().setId(request.getJob().getId()).build());
      to.onCompleted();
    }
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    pulse.close();
    peer.close();
  }

  @Test
  void whoComesAloneGoesAtOnceAndNobodyWaitsForAnAnswerOfOthers() throws Exception {
    Future<JobHandle> first = submit();
    Message alone = next();
    assertThat(alone.jobs()).hasSize(1);
    Future<JobHandle> second = submit();
    Message other = next();
    assertThat(first.isDone()).as("the first is not answered yet").isFalse();
    other.answer();
    assertThat(second.get().id().toString()).isEqualTo(other.jobs().get(0).getId());
    alone.answer();
    assertThat(first.get().id().toString()).isEqualTo(alone.jobs().get(0).getId());
  }

  /** However the machine schedules its threads, every job is sent once and answered as itself. */
  @Test
  void everyJobIsSentOnceAndAnsweredAsItself() throws Exception {
    List<Future<List<JobHandle>>> all = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      all.add(
          threads.submit(
              () -> {
                List<JobHandle> own = new ArrayList<>();
                for (int each = 0; each < 50; each++) {
                  own.add(pulse.submit("count"));
                }
                return own;
              }));
    }
    List<String> sent = new ArrayList<>();
    while (sent.size() < THREADS * 50) {
      Message message = next();
      message.jobs().forEach(job -> sent.add(job.getId()));
      message.answer();
    }
    List<String> answered = new ArrayList<>();
    for (Future<List<JobHandle>> own : all) {
      own.get().forEach(handle -> answered.add(handle.id().toString()));
    }
    assertThat(sent).doesNotHaveDuplicates().hasSize(THREADS * 50);
    assertThat(answered).containsExactlyInAnyOrderElementsOf(sent);
  }

  @Test
  void whatIsNotTakenIsTriedAloneAndTheStreamGoesOn() throws Exception {
    Future<JobHandle> refused = submit();
    Message first = next();
    first.answer(false);
    assertThat(refused.get().id().toString()).isEqualTo(first.jobs().get(0).getId());
    assertThat(alone).containsExactlyElementsOf(first.jobs());
    Future<JobHandle> taken = submit();
    next().answer();
    taken.get();
    assertThat(streams).hasSize(1);
    assertThat(alone).hasSize(1);
  }

  @Test
  void whatIsUnderWayWhenAStreamEndsIsTriedAloneAndTheNextOpensAnother() throws Exception {
    Future<JobHandle> lost = submit();
    Message first = next();
    streams.remove().onCompleted();
    assertThat(lost.get().id().toString()).isEqualTo(first.jobs().get(0).getId());
    assertThat(alone).containsExactlyElementsOf(first.jobs());
    Future<JobHandle> taken = submit();
    next().answer();
    taken.get();
    assertThat(streams).hasSize(1);
  }

  @Test
  void aStreamThatDoesNotAnswerIsGivenUp() throws Exception {
    try (Pulse hasty =
        Pulse.connect(peer.address(), options -> options.deadline(Duration.ofMillis(500)))) {
      Future<JobHandle> unanswered = threads.submit(() -> hasty.submit("count"));
      next();
      assertThatThrownBy(unanswered::get)
          .hasCauseInstanceOf(PulseException.class)
          .hasMessageContaining("did not answer in time");
      Future<JobHandle> other = threads.submit(() -> hasty.submit("count"));
      next().answer();
      other.get();
      assertThat(streams).hasSize(2);
    }
  }

  @Test
  void whoeverSpeaksForSomebodyMakesCalls() {
    try (Pulse theirs = pulse.onBehalfOf("ann")) {
      theirs.submit("count");
    }
    assertThat(alone).hasSize(1);
    assertThat(streams).isEmpty();
  }

  private Future<JobHandle> submit() {
    return threads.submit(() -> pulse.submit("count"));
  }

  private Message next() throws InterruptedException {
    Message message = messages.poll(60, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing was sent");
    }
    return message;
  }
}
