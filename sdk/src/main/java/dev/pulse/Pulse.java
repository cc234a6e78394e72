package dev.pulse;

import dev.pulse.internal.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Pulse: the door of the SDK. Safe for use by many threads; one for each program is
 * enough.
 *
 * <p>Calls throw {@link PulseException}. A call that loses its connection is repeated with back-off
 * until the {@link ConnectOptions#deadline}; no job is submitted twice by that, because the SDK
 * chooses the job's id before the first try.
 */
public interface Pulse extends AutoCloseable {
  /**
   * Connects as the environment says: {@code PULSE_SERVER} (default {@code 127.0.0.1:7857}), {@code
   * PULSE_USER}, {@code PULSE_PASSWORD}, and {@code PULSE_CA}, a PEM file of the certificates to
   * trust, which makes it use TLS.
   */
  static Pulse connect() {
    return Client.connect(System.getenv());
  }

  /** Connects to a server without credentials and without TLS. */
  static Pulse connect(String address) {
    return connect(address, options -> {});
  }

  /**
   * Connects to a server. Nothing is sent before the first call, so the server may start later.
   *
   * @param address {@code host:port}, or several separated by commas, which are tried in turn
   * @param options says how
   */
  static Pulse connect(String address, Consumer<ConnectOptions> options) {
    return Client.connect(address, options);
  }

  /** Submits a job without args, due now. When this returns, the job is durable. */
  JobHandle submit(String name);

  /**
   * Submits a job, due now. When this returns, the job is durable.
   *
   * @param args a {@link Json}, or anything Jackson can write; null for none
   */
  JobHandle submit(String name, @Nullable Object args);

  /**
   * Submits a job. When this returns, the job is durable.
   *
   * @param args a {@link Json}, or anything Jackson can write; null for none
   */
  JobHandle submit(String name, @Nullable Object args, Consumer<JobOptions> options);

  /**
   * Submits many jobs, in order. They travel in parts of at most 1000; each part is accepted as a
   * whole or not at all. Repeating the call after a failure is safe for jobs whose ids were given.
   *
   * @return a handle for each job, in the order of the requests
   */
  List<JobHandle> submitAll(List<JobRequest> requests);

  /** A hold on a job that was submitted earlier or elsewhere. Asks the server nothing. */
  JobHandle handle(UUID id);

  /** The job as it stands now. */
  Job job(UUID id);

  /** The jobs that the filter lets through, fetched page by page as the stream is read. */
  Stream<Job> jobs(JobFilter filter);

  /** One page of the jobs that the filter lets through. */
  JobPage page(JobFilter filter);

  /** The attempts at a job, the first one first. */
  List<Attempt> attempts(UUID id);

  /** What the last attempt at a job has logged so far; empty when there was none. */
  String log(UUID id);

  /**
   * What an attempt at a job has logged so far.
   *
   * @param attempt counts from 1
   */
  String log(UUID id, int attempt);

  /**
   * The lines that the last attempt at a job logs, as they come, until it ends: those that are
   * there, and then each as it is written. Waits for the first attempt if there was none. To be
   * closed by who does not read to the end.
   */
  Stream<String> followLog(UUID id);

  /**
   * The same of one attempt.
   *
   * @param attempt counts from 1
   */
  Stream<String> followLog(UUID id, int attempt);

  /** How many jobs stand where, by topic. */
  List<TopicCount> counts();

  /**
   * What happened in each minute since then, oldest first, for charts: a day at most, of the seven
   * that are kept. Minutes in which nothing changed are left out.
   */
  List<Minute> minutes(Instant since);

  /** Why a job is not running, or who has it. */
  Explanation explain(UUID id);

  /** Cancels a job: at once while it waits, by interrupting its handler while it runs. */
  Job cancel(UUID id);

  /** Starts a dead or canceled job over, its attempts counted from zero. */
  Job retry(UUID id);

  /** Starts dead letters over. If the connection was lost, the counts are those of the last try. */
  Retried retryDead(DeadFilter filter);

  /** Deletes dead letters, and says how many. If the connection was lost, those of the last try. */
  long purgeDead(DeadFilter filter);

  /** What is paused. */
  List<Pause> pauses();

  /**
   * Stops handing out jobs; submits and running jobs go on.
   *
   * @param topic null: of every topic
   */
  List<Pause> pause(@Nullable String topic, String reason);

  /**
   * Lifts a pause; one that is not there is lifted already.
   *
   * @param topic null: the pause of every topic
   */
  List<Pause> resume(@Nullable String topic);

  /** The topics in which waiting counts, and how long is worth one point of priority there. */
  Map<String, Duration> aging();

  /**
   * Makes waiting count in a topic, so that a stream of urgent jobs keeps nobody waiting for ever.
   *
   * @param aging so long is worth one point of priority; null: waiting counts for nothing
   */
  void aging(String topic, @Nullable Duration aging);

  /** Jobs that are submitted when their time comes. */
  Schedules schedules();

  /** Caps that jobs count against. */
  Limits limits();

  /** Small documents that parts outside the server want shown. */
  Statuses statuses();

  /** Runs, and the signals they wait for. */
  Runs runs();

  /** What there is to do: projects, tasks, convoys. */
  Tasks tasks();

  /** Brings tasks to agents. */
  Scheduler scheduler();

  /** Settings, by name. */
  Config config();

  /**
   * The same connection for calls in the name of a user, who is recorded as the one who did it. For
   * a part of the server's own process that has asked who that is; servers refuse it from everybody
   * else. It is closed with this one.
   */
  Pulse onBehalfOf(String user);

  /** Puts a worker together. */
  WorkerBuilder worker();

  /** Closes the workers, gracefully, and then the connection. */
  @Override
  void close();
}
