package dev.pulse.internal;

import com.google.protobuf.Timestamp;
import dev.pulse.Json;
import dev.pulse.Run;
import dev.pulse.RunEvent;
import dev.pulse.RunExplanation;
import dev.pulse.RunStatus;
import dev.pulse.Wait;
import dev.pulse.v1.ExplainRunResponse;
import dev.pulse.v1.RunNode;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the wire carries about runs as the SDK's values. */
final class RunFromWire {
  private RunFromWire() {}

  static Run run(dev.pulse.v1.Run run, String server) {
    return new Run(
        UUID.fromString(run.getId()),
        run.getName(),
        status(run.getStatus()),
        run.getRound(),
        run.getEvents(),
        FromWire.instant(run.getCreatedAt()),
        time(run.hasClosedAt(), run.getClosedAt()),
        run.getNodesList().stream().map(RunFromWire::node).toList(),
        run.getWaitsList().stream().map(wait -> wait(wait, server)).toList());
  }

  private static Run.Node node(RunNode node) {
    return new Run.Node(
        node.getId(),
        node.getStatus(),
        node.getAfterList(),
        FromWire.text(node.getJob()),
        FromWire.text(node.getSignal()),
        uuid(node.getJobId()),
        node.getAttempts(),
        uuid(node.getWaitId()),
        time(node.hasFinishedAt(), node.getFinishedAt()),
        json(node.getResult()),
        FromWire.text(node.getError()));
  }

  static Wait wait(dev.pulse.v1.Wait wait, String server) {
    return new Wait(
        UUID.fromString(wait.getId()),
        UUID.fromString(wait.getRunId()),
        wait.getRunName(),
        FromWire.text(wait.getNodeId()),
        wait.getSignal(),
        wait.getStatus(),
        FromWire.text(wait.getQuestion()),
        FromWire.instant(wait.getCreatedAt()),
        time(wait.hasExpiresAt(), wait.getExpiresAt()),
        time(wait.hasEndedAt(), wait.getEndedAt()),
        wait.hasReceipt()
            ? new Wait.Receipt(
                wait.getReceipt().getDeliveredBy(),
                wait.getReceipt().getVia(),
                json(wait.getReceipt().getPayload()),
                FromWire.text(wait.getReceipt().getPayloadSha256()))
            : null,
        wait.getLink().isEmpty() ? null : server + wait.getLink());
  }

  static RunEvent event(dev.pulse.v1.RunEvent event) {
    return new RunEvent(
        event.getNumber(),
        FromWire.instant(event.getAt()),
        event.getType(),
        FromWire.text(event.getNodeId()),
        uuid(event.getJobId()),
        uuid(event.getWaitId()),
        FromWire.text(event.getSignal()),
        FromWire.text(event.getMessage()));
  }

  static RunExplanation explanation(ExplainRunResponse explained) {
    return new RunExplanation(
        UUID.fromString(explained.getId()),
        status(explained.getStatus()),
        explained.getReasonsList().stream()
            .map(
                reason ->
                    new RunExplanation.Reason(
                        FromWire.text(reason.getNodeId()), reason.getCode(), reason.getMessage()))
            .toList());
  }

  private static RunStatus status(String text) {
    try {
      return RunStatus.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return RunStatus.UNKNOWN;
    }
  }

  private static @Nullable Instant time(boolean given, Timestamp time) {
    return given ? FromWire.instant(time) : null;
  }

  private static @Nullable Json json(String text) {
    return text.isEmpty() ? null : Json.of(text);
  }

  private static @Nullable UUID uuid(String text) {
    return text.isEmpty() ? null : UUID.fromString(text);
  }
}
