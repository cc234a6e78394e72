package dev.pulse.internal;

import dev.pulse.Attempt;
import dev.pulse.Config;
import dev.pulse.ConnectOptions;
import dev.pulse.DeadFilter;
import dev.pulse.Explanation;
import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.JobHandle;
import dev.pulse.JobOptions;
import dev.pulse.JobPage;
import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.Limits;
import dev.pulse.Minute;
import dev.pulse.Pause;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.PulseTimeoutException;
import dev.pulse.Retried;
import dev.pulse.Runs;
import dev.pulse.Scheduler;
import dev.pulse.Schedules;
import dev.pulse.Statuses;
import dev.pulse.Tasks;
import dev.pulse.TopicCount;
import dev.pulse.WorkerBuilder;
import dev.pulse.v1.AwaitJobRequest;
import dev.pulse.v1.CancelJobRequest;
import dev.pulse.v1.CountJobsRequest;
import dev.pulse.v1.ExplainJobRequest;
import dev.pulse.v1.GetDispatchRequest;
import dev.pulse.v1.GetJobRequest;
import dev.pulse.v1.ListAttemptsRequest;
import dev.pulse.v1.PauseDispatchRequest;
import dev.pulse.v1.ResumeDispatchRequest;
import dev.pulse.v1.RetryJobRequest;
import dev.pulse.v1.SetAgingRequest;
import io.grpc.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The connection to Pulse: answers calls itself and hands workers to {@link Workers}. */
public final class Client implements Pulse {
  private static final String DEFAULT_SERVER = "127.0.0.1:" + Address.DEFAULT_PORT;

  /** Below the server's own bound, and short enough to notice a server that forgot us. */
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

  private static final Duration POLL_SLACK = Duration.ofSeconds(1);
  private static final Duration CLOSE_CHANNELS_WITHIN = Duration.ofSeconds(2);

  private final Settings settings;
  private final boolean whole;
  private final Servers servers;
  private final Calls calls;
  private final Codec codec;
  private final Submits submits;
  private final Schedules schedules;
  private final Limits limits;
  private final RunCalls runs;
  private final Workers workers;
  private final Statuses statuses;
  private final LogCalls logs;
  private final TaskCalls tasks;
  private final SchedulerCalls scheduler;
  private final MinuteCalls minutes;

  private Client(Settings settings) {
    this(settings, new Servers(settings), channel -> channel, true);
  }

  /**
   * @param whole whether the connection is its own, to be closed with it
   */
  private Client(Settings settings, Servers servers, UnaryOperator<Channel> way, boolean whole) {
    this.settings = settings;
    this.whole = whole;
    this.servers = servers;
    calls = new Calls(servers, settings.deadline(), way);
    codec = new Codec(settings.mapper());
    var ids = new JobIds(System::currentTimeMillis);
    // A stream outlives its calls: whoever speaks for somebody for a moment opens none.
    Gathering gathering = whole ? new Gathering(servers) : null;
    submits = new Submits(calls, gathering, ids, codec, settings.tracing());
    schedules = new ScheduleClient(this, calls, ids, codec);
    limits = new LimitClient(calls);
    statuses = new StatusCalls(calls, codec);
    minutes = new MinuteCalls(calls);
    logs = new LogCalls(servers, calls, settings.deadline());
    tasks = new TaskCalls(calls, ids);
    scheduler = new SchedulerCalls(calls);
    runs = new RunCalls(calls, servers, ids, codec, settings.tracing());
    workers = new Workers(servers, codec, settings.tracing(), runs);
  }

  /** Connects as the environment says. */
  public static Pulse connect(Map<String, String> environment) {
    String user = environment.getOrDefault("PULSE_USER", "");
    String password = environment.getOrDefault("PULSE_PASSWORD", "");
    String ca = environment.getOrDefault("PULSE_CA", "");
    return connect(
        environment.getOrDefault("PULSE_SERVER", DEFAULT_SERVER),
        options -> {
          if (!user.isEmpty()) {
            options.userPass(user, password);
          }
          if (!ca.isEmpty()) {
            options.tls(Path.of(ca));
          }
        });
  }

  /** Connects to the servers at these addresses. */
  public static Pulse connect(String address, Consumer<ConnectOptions> options) {
    Settings settings = new Settings(Address.parseAll(address));
    options.accept(settings);
    return new Client(settings);
  }

  @Override
  public JobHandle submit(String name) {
    return submit(name, null);
  }

  @Override
  public JobHandle submit(String name, @Nullable Object args) {
    return submit(name, args, options -> {});
  }

  @Override
  public JobHandle submit(String name, @Nullable Object args, Consumer<JobOptions> options) {
    return submits.one(this, JobRequest.of(name, args, options));
  }

  @Override
  public List<JobHandle> submitAll(List<JobRequest> requests) {
    return submits.all(this, requests);
  }

  @Override
  public JobHandle handle(UUID id) {
    return new Handle(this, id, true);
  }

  @Override
  public Job job(UUID id) {
    return FromWire.job(calls.call(stub -> stub.getJob(get(id))));
  }

  @Override
  public Stream<Job> jobs(JobFilter filter) {
    return Pages.stream(
        filter.cursor(),
        cursor -> {
          JobPage page = page(cursor == null ? filter : filter.after(cursor));
          return new Pages.Page<>(page.jobs(), page.cursor());
        });
  }

  @Override
  public JobPage page(JobFilter filter) {
    return FromWire.page(calls.call(stub -> stub.listJobs(ToWire.list(filter))));
  }

  @Override
  public List<Attempt> attempts(UUID id) {
    var request = ListAttemptsRequest.newBuilder().setId(id.toString()).build();
    return calls.call(stub -> stub.listAttempts(request)).getAttemptsList().stream()
        .map(FromWire::attempt)
        .toList();
  }

  @Override
  public String log(UUID id) {
    return logs.read(id, LogCalls.LAST);
  }

  @Override
  public String log(UUID id, int attempt) {
    return logs.read(id, LogCalls.counted(attempt));
  }

  @Override
  public Stream<String> followLog(UUID id) {
    return logs.follow(id, LogCalls.LAST);
  }

  @Override
  public Stream<String> followLog(UUID id, int attempt) {
    return logs.follow(id, LogCalls.counted(attempt));
  }

  @Override
  public List<TopicCount> counts() {
    return calls
        .call(stub -> stub.countJobs(CountJobsRequest.getDefaultInstance()))
        .getTopicsList()
        .stream()
        .map(FromWire::count)
        .toList();
  }

  @Override
  public List<Minute> minutes(Instant since) {
    return minutes.since(since);
  }

  @Override
  public Explanation explain(UUID id) {
    var request = ExplainJobRequest.newBuilder().setId(id.toString()).build();
    return FromWire.explanation(calls.call(stub -> stub.explainJob(request)));
  }

  @Override
  public Job cancel(UUID id) {
    var request = CancelJobRequest.newBuilder().setId(id.toString()).build();
    return FromWire.job(
        calls.callThenLookUp(stub -> stub.cancelJob(request), stub -> stub.getJob(get(id))));
  }

  @Override
  public Job retry(UUID id) {
    var request = RetryJobRequest.newBuilder().setId(id.toString()).build();
    return FromWire.job(
        calls.callThenLookUp(stub -> stub.retryJob(request), stub -> stub.getJob(get(id))));
  }

  @Override
  public Retried retryDead(DeadFilter filter) {
    var answer = calls.call(stub -> stub.retryDead(ToWire.dead(filter)));
    return new Retried(answer.getJobs(), answer.getSkipped());
  }

  @Override
  public long purgeDead(DeadFilter filter) {
    return calls.call(stub -> stub.purgeDead(ToWire.dead(filter))).getJobs();
  }

  @Override
  public List<Pause> pauses() {
    return FromWire.pauses(
        calls.call(stub -> stub.getDispatch(GetDispatchRequest.getDefaultInstance())));
  }

  @Override
  public List<Pause> pause(@Nullable String topic, String reason) {
    var request = PauseDispatchRequest.newBuilder().setReason(reason);
    if (topic != null) {
      request.setTopic(named(topic));
    }
    return FromWire.pauses(calls.call(stub -> stub.pauseDispatch(request.build())));
  }

  @Override
  public List<Pause> resume(@Nullable String topic) {
    var request = ResumeDispatchRequest.newBuilder();
    if (topic != null) {
      request.setTopic(named(topic));
    }
    return FromWire.pauses(calls.call(stub -> stub.resumeDispatch(request.build())));
  }

  @Override
  public Map<String, Duration> aging() {
    return FromWire.aging(
        calls.call(stub -> stub.getDispatch(GetDispatchRequest.getDefaultInstance())));
  }

  @Override
  public void aging(String topic, @Nullable Duration aging) {
    var request = SetAgingRequest.newBuilder().setTopic(named(topic));
    if (aging != null) {
      request.setAging(ToWire.duration(aging));
    }
    calls.call(stub -> stub.setAging(request.build()));
  }

  /** On the wire an empty topic means every topic: nobody should pause everything by mistake. */
  private static String named(String topic) {
    if (topic.isEmpty()) {
      throw new IllegalArgumentException("topic is empty; null means every topic");
    }
    return topic;
  }

  @Override
  public Schedules schedules() {
    return schedules;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public Statuses statuses() {
    return statuses;
  }

  @Override
  public Runs runs() {
    return runs;
  }

  @Override
  public Tasks tasks() {
    return tasks;
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public Config config() {
    return scheduler.config();
  }

  @Override
  public Pulse onBehalfOf(String user) {
    return new Client(settings, servers, OnBehalf.of(user), false);
  }

  @Override
  public WorkerBuilder worker() {
    return workers.draft();
  }

  @Override
  public void close() {
    workers.close();
    calls.close();
    submits.close();
    if (whole) {
      servers.close(CLOSE_CHANNELS_WITHIN);
    }
  }

  /** Asks again and again, each time for as long as a server waits, until the job has finished. */
  Job await(UUID id, Duration atMost) {
    Deadline deadline = Deadline.in(atMost);
    PulseException trouble = null;
    do {
      try {
        Job job = awaitOnce(id, deadline);
        trouble = null;
        if (job.status().isFinished()) {
          return job;
        }
      } catch (PulseException e) {
        if (e.code() != Code.UNREACHABLE && e.code() != Code.TIMEOUT) {
          throw e;
        }
        trouble = e;
      }
    } while (!deadline.hasPassed());
    throw new PulseTimeoutException(
        "job %s has not finished within %s".formatted(id, atMost), trouble);
  }

  private Job awaitOnce(UUID id, Deadline deadline) {
    return FromWire.job(
        calls.call(
            poll(deadline).plus(POLL_SLACK),
            stub ->
                stub.awaitJob(
                    AwaitJobRequest.newBuilder()
                        .setId(id.toString())
                        .setAtMost(ToWire.duration(poll(deadline)))
                        .build())));
  }

  private static Duration poll(Deadline deadline) {
    Duration left = deadline.left();
    return left.compareTo(LONGEST_POLL) < 0 ? left : LONGEST_POLL;
  }

  <T> T read(Json json, Class<T> type) {
    return codec.read(json, type);
  }

  private static GetJobRequest get(UUID id) {
    return GetJobRequest.newBuilder().setId(id.toString()).build();
  }
}
