package dev.pulse.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.PulseDatabase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers that serve several topics, and topics that several kinds of workers serve. */
class CrewsTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Heard heard = new Heard();
  private final String prefix = UUID.randomUUID() + "-";
  private Dispatcher dispatcher;

  @BeforeEach
  void start() {
    dispatcher =
        new Dispatcher(
            pulse.database(),
            new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1)),
            new Metrics(Metrics.MOST_TOPICS),
            InstantSource.system(),
            threads);
  }

  @AfterEach
  void stop() {
    dispatcher.close();
    threads.shutdown();
  }

  @Test
  void manyTopicsAreClaimedTogether() {
    List<String> topics = topics(200);
    topics.forEach(topic -> submit(topic, 2));
    Session session = connect(heard, topics);
    dispatcher.poll();
    session.credit(500);
    await().atMost(SOON).until(() -> heard.assigned.size() == 400);
    assertThat(heard.assigned).extracting(Assignment::id).doesNotHaveDuplicates();
    assertThat(heard.messages).as("a message is a claim").hasValueLessThan(40);
  }

  /** A claim for so many ends where the slots do: whom it did not come to is not forgotten. */
  @Test
  void inACrowdEverybodyIsServedInTurn() {
    List<String> topics = topics(400);
    topics.forEach(topic -> submit(topic, 10));
    Session session = connect(heard, topics);
    session.credit(1000);
    await().atMost(SOON).until(() -> heard.assigned.size() == 1000);
    for (int more = 0; more < 3; more++) {
      session.credit(1000);
    }
    await().atMost(SOON).until(() -> heard.assigned.size() == 4000);
    assertThat(heard.assigned).extracting(Assignment::id).doesNotHaveDuplicates();
    assertThat(heard.assigned.subList(0, 2000).stream().map(Assignment::topic).distinct())
        .as("whom the first claims did not come to is next")
        .hasSizeGreaterThanOrEqualTo(200);
  }

  @Test
  void aTopicWithMuchToDoDoesNotKeepTheOthersWaiting() {
    List<String> topics = topics(2);
    submit(topics.getFirst(), 100);
    submit(topics.getLast(), 1);
    Session session = connect(heard, topics);
    dispatcher.poll();
    session.credit(2);
    await().atMost(SOON).until(() -> heard.assigned.size() == 2);
    assertThat(heard.assigned).extracting(Assignment::topic).containsAll(topics);
  }

  @Test
  void everyCrewOfATopicGetsItsShareAndNothingElse() {
    var only = new Heard();
    List<String> topics = topics(2);
    submit(topics.getFirst(), 100);
    submit(topics.getLast(), 20);
    Session both = connect(heard, topics);
    Session one = connect(only, topics.subList(0, 1));
    dispatcher.poll();
    one.credit(60);
    both.credit(60);
    await().atMost(SOON).until(() -> heard.assigned.size() + only.assigned.size() == 120);
    assertThat(only.assigned).extracting(Assignment::topic).containsOnly(topics.getFirst());
    assertThat(Stream.concat(heard.assigned.stream(), only.assigned.stream()).map(Assignment::id))
        .doesNotHaveDuplicates();
  }

  @Test
  void whoeverServesATopicAfterOthersLeftGetsWhatTheyLeft() {
    List<String> topics = topics(3);
    topics.forEach(topic -> submit(topic, 2));
    Session first = connect(new Heard(), topics);
    dispatcher.poll();
    first.goodbye();
    connect(heard, topics).credit(6);
    await().atMost(SOON).until(() -> heard.assigned.size() == 6);
  }

  /** D2: one topic of the crew has limited jobs, one has both kinds, one has none. */
  @Test
  void limitsHoldAmongManyTopics() {
    String limit = prefix + "one";
    new Limits(pulse.database()).set(limit, Change.NOTHING.withMaxRunning(1), "me");
    List<String> topics = topics(3);
    submit(topics.get(0), 5, limit);
    submit(topics.get(1), 5, limit);
    submit(topics.get(1), 5);
    submit(topics.get(2), 5);
    Session session = connect(heard, topics);
    dispatcher.poll();
    session.credit(50);
    await().atMost(SOON).until(() -> heard.assigned.size() == 11);
    assertThat(heard.assigned).filteredOn(job -> job.name().equals("limited")).hasSize(1);
  }

  private List<String> topics(int count) {
    return IntStream.range(0, count).mapToObj(at -> prefix + at).toList();
  }

  private Session connect(WorkerLink link, List<String> topics) {
    var worker = new NewWorker("w", topics, List.of(), Duration.ofSeconds(30));
    return dispatcher.connect(new Hello(worker, 0, List.of()), link);
  }

  private void submit(String topic, int count, String... limits) {
    String name = limits.length == 0 ? "plain" : "limited";
    NewJob job = NewJob.named(name).but().topic(topic).limits(List.of(limits)).build();
    dispatcher.submit(Collections.nCopies(count, job)).join();
  }
}
