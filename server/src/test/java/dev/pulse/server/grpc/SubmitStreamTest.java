package dev.pulse.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.server.Server;
import dev.pulse.server.Served;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.PulseDatabase;
import dev.pulse.server.rooms.Rooms;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.PulseGrpc.PulseStub;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Submits without a call for each (J1), spoken as a client in any language would. */
@Timeout(180)
class SubmitStreamTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private Rooms rooms;
  private Server server;
  private StreamObserver<SubmitParcel> stream;

  @BeforeEach
  void open() {
    rooms =
        Rooms.open(
            pulse.database(),
            JobConfig.DEFAULT,
            new Metrics(Metrics.MOST_TOPICS),
            InstantSource.system(),
            threads);
    server =
        Served.anywhere().service(GrpcApi.service(rooms, Duration.ofSeconds(30), threads)).build();
    server.start().join();
    stream =
        GrpcClients.newClient(
                "gproto+http://127.0.0.1:" + server.activeLocalPort(), PulseStub.class)
            .submitStream(new Heard());
  }

  @AfterEach
  void close() {
    server.stop().join();
    rooms.close();
    threads.shutdown();
  }

  /** Sent by whoever is at hand, a receipt could overtake the headers, and be lost. */
  @Test
  void aReceiptIsSentByTheThreadOfItsStreamAndNoOther() throws Exception {
    var sent = new Written<SubmitReceipt>();
    var loop = new LinkedBlockingQueue<Runnable>();
    var submits = new SubmitStream(sent, rooms.dispatcher(), loop::add, _ -> {});
    submits.onNext(parcel(1, job()));
    Runnable task = loop.poll(60, TimeUnit.SECONDS);
    assertThat(task).as("durable, and left to the loop").isNotNull();
    assertThat(sent.messages).isEmpty();
    task.run();
    assertThat(sent.messages).extracting(SubmitReceipt::getNumber).containsExactly(1L);
  }

  @Test
  void aReceiptSaysThatAllAreDurableAndWhichWereThereBefore() throws Exception {
    NewJob first = job();
    stream.onNext(parcel(7, first));
    assertThat(next()).isEqualTo(taken(7).build());
    NewJob second = job();
    stream.onNext(parcel(8, second, first));
    assertThat(next())
        .isEqualTo(
            taken(8)
                .addExisting(SubmitReceipt.Existing.newBuilder().setAt(1).setId(first.getId()))
                .build());
    assertThat(rooms.jobs().find(UUID.fromString(second.getId()))).isPresent();
  }

  @Test
  void whatCannotBeTakenLeavesTheStreamOpenAndNothingBehind() throws Exception {
    NewJob good = job();
    stream.onNext(parcel(1, good, job().toBuilder().setPriority(2000).build()));
    assertThat(next()).isEqualTo(SubmitReceipt.newBuilder().setNumber(1).build());
    stream.onNext(parcel(2, job().toBuilder().clearId().build()));
    assertThat(next()).isEqualTo(SubmitReceipt.newBuilder().setNumber(2).build());
    assertThat(rooms.jobs().find(UUID.fromString(good.getId()))).isEmpty();
    stream.onNext(parcel(3, good));
    assertThat(next()).isEqualTo(taken(3).build());
  }

  @Test
  void aServerThatGoesAwayEndsItAndAnswersWhatItTook() throws Exception {
    stream.onNext(parcel(1, job()));
    assertThat(next()).isEqualTo(taken(1).build());
    rooms.drain();
    assertThat(next()).isEqualTo("completed");
  }

  @Test
  void aClientThatIsDoneIsStillAnswered() throws Exception {
    stream.onNext(parcel(1, job()));
    stream.onCompleted();
    assertThat(next()).isEqualTo(taken(1).build());
    assertThat(next()).isEqualTo("completed");
    rooms.drain();
  }

  private static NewJob job() {
    return NewJob.newBuilder().setId(UUID.randomUUID().toString()).setName("count").build();
  }

  private static SubmitParcel parcel(long number, NewJob... jobs) {
    var parcel = SubmitParcel.newBuilder().setNumber(number);
    for (NewJob job : jobs) {
      parcel.addJobs(job);
    }
    return parcel.build();
  }

  private static SubmitReceipt.Builder taken(long number) {
    return SubmitReceipt.newBuilder().setNumber(number).setTaken(true);
  }

  private Object next() throws InterruptedException {
    Object next = heard.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was heard");
    }
    return next;
  }

  private final class Heard implements StreamObserver<SubmitReceipt> {
    @Override
    public void onNext(SubmitReceipt receipt) {
      heard.add(receipt);
    }

    @Override
    public void onError(Throwable failure) {
      heard.add(failure);
    }

    @Override
    public void onCompleted() {
      heard.add("completed");
    }
  }
}
