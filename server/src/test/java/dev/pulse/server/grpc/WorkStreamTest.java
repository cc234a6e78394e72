package dev.pulse.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.dispatch.WorkerLink.Answer;
import dev.pulse.server.job.Ack;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Lease;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.PulseDatabase;
import dev.pulse.server.rooms.Rooms;
import dev.pulse.v1.ToWorker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How a worker is spoken to. */
class WorkStreamTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Written<ToWorker> written = new Written<>();
  private final Queue<Runnable> loop = new ArrayDeque<>();
  private Rooms rooms;
  private WorkStream stream;

  @BeforeEach
  void open() {
    rooms =
        Rooms.open(
            pulse.database(),
            JobConfig.DEFAULT,
            new Metrics(Metrics.MOST_TOPICS),
            InstantSource.system(),
            threads);
    stream =
        new WorkStream(
            written,
            rooms.dispatcher(),
            rooms.jobs(),
            rooms.logs(),
            Duration.ofSeconds(30),
            threads,
            loop::add);
  }

  @AfterEach
  void close() {
    rooms.close();
    threads.shutdown();
  }

  @Test
  void whatWasRecordedTogetherIsAnsweredTogether() {
    stream.acknowledge(List.of(answer(1), answer(2)));
    stream.acknowledge(List.of(answer(3)));
    assertThat(loop).as("left to the loop, once").hasSize(1);
    assertThat(written.messages).isEmpty();
    loop.remove().run();
    assertThat(answered(0)).containsExactly(1L, 2L, 3L);
    stream.acknowledge(List.of(answer(4)));
    loop.remove().run();
    assertThat(answered(1)).containsExactly(4L);
    assertThat(written.messages).hasSize(2);
  }

  private List<Long> answered(int message) {
    return written.messages.get(message).getAcks().getAcksList().stream()
        .map(ack -> ack.getLease().getJob())
        .toList();
  }

  private static Answer answer(long job) {
    return new Answer(new Lease(job, 1, 1), new Ack.Recorded(JobStatus.COMPLETED));
  }
}
