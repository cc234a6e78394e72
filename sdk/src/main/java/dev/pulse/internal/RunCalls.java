package dev.pulse.internal;

import dev.pulse.JobOptions;
import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.NewRun;
import dev.pulse.PulseTimeoutException;
import dev.pulse.Run;
import dev.pulse.RunEvent;
import dev.pulse.RunExplanation;
import dev.pulse.RunFilter;
import dev.pulse.RunType;
import dev.pulse.Runs;
import dev.pulse.Tracing;
import dev.pulse.Wait;
import dev.pulse.v1.ArmWaitRequest;
import dev.pulse.v1.CancelRunRequest;
import dev.pulse.v1.ExplainRunRequest;
import dev.pulse.v1.GetRunRequest;
import dev.pulse.v1.Lease;
import dev.pulse.v1.ListRunEventsRequest;
import dev.pulse.v1.ListRunEventsResponse;
import dev.pulse.v1.ListRunsRequest;
import dev.pulse.v1.ListWaitsRequest;
import dev.pulse.v1.NewNode;
import dev.pulse.v1.NewWait;
import dev.pulse.v1.PulseGrpc.PulseBlockingStub;
import dev.pulse.v1.RetryRunRequest;
import dev.pulse.v1.RunsGrpc;
import dev.pulse.v1.RunsGrpc.RunsBlockingStub;
import dev.pulse.v1.SignalRunRequest;
import dev.pulse.v1.StartRunRequest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs, by calls to the server. */
final class RunCalls implements Runs {
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);
  private static final Duration POLL_SLACK = Duration.ofSeconds(1);

  private final Calls calls;
  private final Servers servers;
  private final JobIds ids;
  private final Codec codec;
  private final Tracing tracing;

  RunCalls(Calls calls, Servers servers, JobIds ids, Codec codec, Tracing tracing) {
    this.calls = calls;
    this.servers = servers;
    this.ids = ids;
    this.codec = codec;
    this.tracing = tracing;
  }

  @Override
  public <T> UUID start(RunType<T> type, T input) {
    Json args = Json.of(codec.write(input));
    NewRun run = NewRun.of(type.name()).chain();
    for (RunType.StageDef<T> stage : type.stages()) {
      Consumer<JobOptions> options = stage.options();
      JobRequest job = JobRequest.of(type.job(stage), args, options);
      run.node(new NewRun.Node(stage.name(), stage.after(), job, null, null, null));
    }
    return start(run);
  }

  /** The id is chosen here, so that a call that is repeated starts one run. */
  @Override
  public UUID start(NewRun run) {
    UUID given = run.id();
    UUID id = given == null ? ids.next() : given;
    StartRunRequest.Builder request =
        StartRunRequest.newBuilder()
            .setId(id.toString())
            .setName(run.name())
            .setChain(run.isChain());
    run.nodes().forEach(node -> request.addNodes(node(node)));
    call(stub -> stub.startRun(request.build()));
    return id;
  }

  private NewNode node(NewRun.Node node) {
    NewNode.Builder built = NewNode.newBuilder().setId(node.id());
    List<String> after = node.after();
    if (after != null) {
      built.setHasAfter(true).addAllAfter(after);
    }
    JobRequest job = node.job();
    String signal = node.signal();
    if (job != null) {
      built.setJob(Draft.of(job, ids, codec, tracing).job().toBuilder().clearId());
    } else if (signal != null) {
      built.setWait(wait(signal, node));
    }
    return built.build();
  }

  private static NewWait.Builder wait(String signal, NewRun.Node node) {
    NewWait.Builder wait = NewWait.newBuilder().setSignal(signal);
    Duration expiresIn = node.expiresIn();
    if (expiresIn != null) {
      wait.setExpiresIn(ToWire.duration(expiresIn));
    }
    String question = node.question();
    return question == null ? wait : wait.setQuestion(question);
  }

  @Override
  public Run get(UUID run) {
    return RunFromWire.run(call(stub -> stub.getRun(request(run))), link());
  }

  @Override
  public Page<Run> list(RunFilter filter) {
    var request =
        ListRunsRequest.newBuilder()
            .setStatus(orEmpty(filter.status()))
            .setName(orEmpty(filter.name()))
            .setLimit(filter.pageSize())
            .setCursor(orEmpty(filter.cursor()))
            .build();
    var page = call(stub -> stub.listRuns(request));
    return new Page<>(
        page.getRunsList().stream().map(run -> RunFromWire.run(run, link())).toList(),
        FromWire.text(page.getNextCursor()));
  }

  @Override
  public Run await(UUID run, Duration atMost) {
    Deadline deadline = Deadline.in(atMost);
    int after = 0;
    while (true) {
      News news = news(run, after, shorter(deadline.left()));
      if (news.over()) {
        return get(run);
      }
      if (deadline.hasPassed()) {
        throw new PulseTimeoutException(
            "run %s is not over within %s".formatted(run, atMost), null);
      }
      if (!news.events().isEmpty()) {
        after = news.events().get(news.events().size() - 1).number();
      }
    }
  }

  @Override
  public Json signal(UUID run, String signal) {
    return signal(run, new Delivery(signal, null, null, null));
  }

  @Override
  public Json signal(UUID run, String signal, @Nullable Object payload) {
    Json json = Json.of(payload == null ? "null" : codec.write(payload));
    return signal(run, new Delivery(signal, json, null, null));
  }

  @Override
  public Json signal(UUID run, Delivery delivery) {
    Json payload = delivery.payload();
    UUID waitId = delivery.waitId();
    var request =
        SignalRunRequest.newBuilder()
            .setId(run.toString())
            .setSignal(delivery.signal())
            .setPayload(payload == null ? "" : payload.text())
            .setWaitId(waitId == null ? "" : waitId.toString())
            .setIdempotencyKey(orEmpty(delivery.idempotencyKey()))
            .build();
    return Json.of(call(stub -> stub.signalRun(request)).getDelivery());
  }

  @Override
  public Run cancel(UUID run) {
    var request = CancelRunRequest.newBuilder().setId(run.toString()).build();
    return RunFromWire.run(
        calls.callThenLookUp(
            stub -> runs(stub).cancelRun(request), stub -> runs(stub).getRun(request(run))),
        link());
  }

  @Override
  public Run retry(UUID run) {
    var request = RetryRunRequest.newBuilder().setId(run.toString()).build();
    return RunFromWire.run(
        calls.callThenLookUp(
            stub -> runs(stub).retryRun(request), stub -> runs(stub).getRun(request(run))),
        link());
  }

  @Override
  public RunExplanation explain(UUID run) {
    var request = ExplainRunRequest.newBuilder().setId(run.toString()).build();
    return RunFromWire.explanation(call(stub -> stub.explainRun(request)));
  }

  @Override
  public List<RunEvent> events(UUID run, int after) {
    return news(run, after, Duration.ZERO).events();
  }

  @Override
  public News news(UUID run, int after, Duration atMost) {
    Duration wait = shorter(atMost);
    var request =
        ListRunEventsRequest.newBuilder()
            .setId(run.toString())
            .setAfter(after)
            .setAtMost(ToWire.duration(wait))
            .build();
    ListRunEventsResponse told =
        wait.isZero()
            ? call(stub -> stub.listRunEvents(request))
            : calls.call(wait.plus(POLL_SLACK), stub -> runs(stub).listRunEvents(request));
    return new News(told.getEventsList().stream().map(RunFromWire::event).toList(), told.getOver());
  }

  private static Duration shorter(Duration asked) {
    return asked.compareTo(LONGEST_POLL) < 0 ? asked : LONGEST_POLL;
  }

  @Override
  public Page<Wait> waits(RunFilter filter) {
    var request =
        ListWaitsRequest.newBuilder()
            .setStatus(orEmpty(filter.status()))
            .setLimit(filter.pageSize())
            .setCursor(orEmpty(filter.cursor()))
            .build();
    var page = call(stub -> stub.listWaits(request));
    return new Page<>(
        page.getWaitsList().stream().map(wait -> RunFromWire.wait(wait, link())).toList(),
        FromWire.text(page.getNextCursor()));
  }

  Wait arm(Lease lease, String signal, @Nullable Duration expiresIn, @Nullable String question) {
    ArmWaitRequest.Builder request =
        ArmWaitRequest.newBuilder()
            .setLease(lease)
            .setSignal(signal)
            .setQuestion(orEmpty(question));
    if (expiresIn != null) {
      request.setExpiresIn(ToWire.duration(expiresIn));
    }
    return RunFromWire.wait(call(stub -> stub.armWait(request.build())), link());
  }

  /** Where links lead: to the server as this client reaches it. */
  private String link() {
    return servers.current().address().url();
  }

  private <A> A call(Function<RunsBlockingStub, A> request) {
    return calls.call(stub -> request.apply(runs(stub)));
  }

  /** The same channel and deadline, another service. */
  private static RunsBlockingStub runs(PulseBlockingStub stub) {
    return RunsGrpc.newBlockingStub(stub.getChannel())
        .withDeadline(stub.getCallOptions().getDeadline());
  }

  private static GetRunRequest request(UUID run) {
    return GetRunRequest.newBuilder().setId(run.toString()).build();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
