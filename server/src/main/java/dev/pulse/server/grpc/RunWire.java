package dev.pulse.server.grpc;

import dev.pulse.server.auth.Authentication;
import dev.pulse.server.job.Page;
import dev.pulse.server.run.NewNode;
import dev.pulse.server.run.NewRun;
import dev.pulse.server.run.Run;
import dev.pulse.server.run.RunEvent;
import dev.pulse.server.run.RunExplanation;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.run.Runs;
import dev.pulse.server.run.StageNote;
import dev.pulse.server.run.Wait;
import dev.pulse.server.run.WaitStatus;
import dev.pulse.v1.ExplainRunResponse;
import dev.pulse.v1.ListRunsResponse;
import dev.pulse.v1.ListWaitsResponse;
import dev.pulse.v1.NewWait;
import dev.pulse.v1.Receipt;
import dev.pulse.v1.Report;
import dev.pulse.v1.RunNode;
import dev.pulse.v1.StartRunRequest;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Between the wire's messages about runs and ours. */
final class RunWire {
  private RunWire() {}

  static NewRun run(StartRunRequest request) {
    String id = Wire.given(request.getId());
    List<NewNode> nodes = request.getNodesList().stream().map(RunWire::node).toList();
    var uuid = id == null ? null : Wire.uuid(id);
    return request.getChain()
        ? NewRun.chained(uuid, request.getName(), nodes)
        : new NewRun(uuid, request.getName(), nodes);
  }

  private static NewNode node(dev.pulse.v1.NewNode node) {
    List<String> after = node.getHasAfter() ? node.getAfterList() : null;
    return switch (node.getWorkCase()) {
      case JOB -> new NewNode(node.getId(), after, new NewNode.RunJob(Wire.newJob(node.getJob())));
      case WAIT -> new NewNode(node.getId(), after, await(node.getWait()));
      case WORK_NOT_SET ->
          throw RunRefused.invalid("node " + node.getId() + " has neither a job nor a wait");
    };
  }

  private static NewNode.Await await(NewWait wait) {
    return new NewNode.Await(
        wait.getSignal(),
        wait.hasExpiresIn() ? Wire.duration(wait.getExpiresIn()) : null,
        Wire.given(wait.getQuestion()));
  }

  /** What a report says to the job's run; null when it says nothing. */
  static @Nullable StageNote note(Report report) {
    if (!report.hasStage() && !report.hasSuspended()) {
      return null;
    }
    return new StageNote(
        report.hasSuspended() ? ask(report.getSuspended()) : null,
        report.getStage().getWritesList().stream().map(RunWire::write).toList());
  }

  private static StageNote.Ask ask(Report.Suspended suspended) {
    return new StageNote.Ask(
        suspended.getSignal(),
        suspended.hasExpiresIn() ? Wire.duration(suspended.getExpiresIn()) : null,
        Wire.given(suspended.getQuestion()),
        suspended.getWakes());
  }

  private static StageNote.Write write(Report.Write write) {
    return new StageNote.Write(
        write.getShared(), write.getKey(), write.getExpected(), Wire.given(write.getValue()));
  }

  static dev.pulse.v1.Run run(Run run, Runs runs) {
    var built =
        dev.pulse.v1.Run.newBuilder()
            .setId(run.id().toString())
            .setName(run.name())
            .setStatus(run.status().text())
            .setRound(run.round())
            .setEvents(run.events())
            .setCreatedAt(Wire.timestamp(run.createdAt()));
    Wire.setTime(run.closedAt(), built::setClosedAt);
    run.nodes().forEach(node -> built.addNodes(node(node)));
    run.waits().forEach(wait -> built.addWaits(wait(wait, runs)));
    return built.build();
  }

  private static RunNode node(Run.Node node) {
    var built =
        RunNode.newBuilder()
            .setId(node.id())
            .setStatus(node.status().text())
            .addAllAfter(node.after())
            .setAttempts(node.attempts());
    Wire.set(node.job(), built::setJob);
    Wire.set(node.signal(), built::setSignal);
    Wire.set(Wire.text(node.jobId()), built::setJobId);
    Wire.set(Wire.text(node.waitId()), built::setWaitId);
    Wire.set(node.result(), built::setResult);
    Wire.set(node.error(), built::setError);
    Wire.setTime(node.finishedAt(), built::setFinishedAt);
    return built.build();
  }

  static dev.pulse.v1.Wait wait(Wait wait, Runs runs) {
    var built =
        dev.pulse.v1.Wait.newBuilder()
            .setId(wait.id().toString())
            .setRunId(wait.runId().toString())
            .setRunName(wait.runName())
            .setSignal(wait.signal())
            .setStatus(wait.status().text())
            .setCreatedAt(Wire.timestamp(wait.createdAt()));
    Wire.set(wait.nodeId(), built::setNodeId);
    Wire.set(wait.question(), built::setQuestion);
    Wire.setTime(wait.expiresAt(), built::setExpiresAt);
    Wire.setTime(wait.endedAt(), built::setEndedAt);
    if (wait.status() == WaitStatus.PENDING) {
      built.setLink(Authentication.LINKS + runs.linkToken(wait.id()));
    }
    Wait.Receipt receipt = wait.receipt();
    if (receipt != null) {
      var kept = Receipt.newBuilder().setDeliveredBy(receipt.deliveredBy()).setVia(receipt.via());
      Wire.set(receipt.payload(), kept::setPayload);
      Wire.set(receipt.payloadSha256(), kept::setPayloadSha256);
      built.setReceipt(kept);
    }
    return built.build();
  }

  static ListRunsResponse runs(Page<Run> page, Runs runs) {
    var built = ListRunsResponse.newBuilder();
    page.items().forEach(run -> built.addRuns(run(run, runs)));
    Wire.set(page.next(), built::setNextCursor);
    return built.build();
  }

  static ListWaitsResponse waits(Page<Wait> page, Runs runs) {
    var built = ListWaitsResponse.newBuilder();
    page.items().forEach(wait -> built.addWaits(wait(wait, runs)));
    Wire.set(page.next(), built::setNextCursor);
    return built.build();
  }

  static dev.pulse.v1.RunEvent event(RunEvent event) {
    var built =
        dev.pulse.v1.RunEvent.newBuilder()
            .setNumber(event.number())
            .setAt(Wire.timestamp(event.at()))
            .setType(event.type());
    Wire.set(event.nodeId(), built::setNodeId);
    Wire.set(Wire.text(event.jobId()), built::setJobId);
    Wire.set(Wire.text(event.waitId()), built::setWaitId);
    Wire.set(event.signal(), built::setSignal);
    Wire.set(event.message(), built::setMessage);
    return built.build();
  }

  static ExplainRunResponse explanation(RunExplanation explanation) {
    var built =
        ExplainRunResponse.newBuilder()
            .setId(explanation.id().toString())
            .setStatus(explanation.status().text());
    for (RunExplanation.Reason reason : explanation.reasons()) {
      var each =
          ExplainRunResponse.Reason.newBuilder()
              .setCode(reason.code())
              .setMessage(reason.message());
      Wire.set(reason.nodeId(), each::setNodeId);
      built.addReasons(each);
    }
    return built.build();
  }

  /** One of these by its text; null when none was given. */
  static <T> @Nullable T choice(String field, String given, T[] choices, Function<T, String> text) {
    if (given.isEmpty()) {
      return null;
    }
    return Arrays.stream(choices)
        .filter(choice -> text.apply(choice).equals(given))
        .findFirst()
        .orElseThrow(
            () ->
                RunRefused.invalid(
                    field + " is one of " + Arrays.stream(choices).map(text).toList()));
  }
}
