package dev.pulse.internal;

import dev.pulse.Config;
import dev.pulse.Convoy;
import dev.pulse.Cycle;
import dev.pulse.Explanation;
import dev.pulse.Project;
import dev.pulse.SchedulerStatus;
import dev.pulse.Sling;
import dev.pulse.Slung;
import dev.pulse.Task;
import dev.pulse.TaskExplanation;
import dev.pulse.v1.ExplainTaskResponse;
import dev.pulse.v1.Setting;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the wire carries of tasks and slings, as the SDK's values. */
final class TaskFromWire {
  private TaskFromWire() {}

  static Project project(dev.pulse.v1.Project project) {
    return new Project(
        project.getName(),
        project.getPrefix(),
        project.getRepository(),
        FromWire.text(project.getAgent()),
        project.getBaseBranch(),
        FromWire.text(project.getMrCommand()));
  }

  static Task task(dev.pulse.v1.Task task) {
    return new Task(
        task.getId(),
        FromWire.text(task.getProject()),
        task.getType(),
        task.getStatus(),
        task.getTitle(),
        task.getDescription(),
        FromWire.text(task.getParent()),
        task.getLabelsList(),
        task.getDependsOnList(),
        task.getBlockedByList(),
        task.getReady(),
        uuid(task.getSlingId()),
        FromWire.text(task.getSlingState()),
        FromWire.text(task.getLastFailure()),
        FromWire.instant(task.getCreatedAt()),
        FromWire.instant(task.getUpdatedAt()),
        task.hasClosedAt() ? FromWire.instant(task.getClosedAt()) : null,
        FromWire.text(task.getCloseReason()));
  }

  static TaskExplanation explanation(ExplainTaskResponse explained) {
    return new TaskExplanation(
        explained.getId(),
        explained.getStatus(),
        explained.getReasonsList().stream()
            .map(reason -> new Explanation.Reason(reason.getCode(), reason.getMessage()))
            .toList());
  }

  static Convoy convoy(dev.pulse.v1.Convoy convoy) {
    return new Convoy(
        convoy.getId(),
        convoy.getTitle(),
        convoy.getAutomatic(),
        convoy.getTotal(),
        convoy.getClosed(),
        convoy.getDone(),
        convoy.getMembersList().stream()
            .map(each -> new Convoy.Member(each.getTask(), each.getTitle(), each.getStatus()))
            .toList(),
        FromWire.instant(convoy.getCreatedAt()),
        convoy.getCreatedBy());
  }

  static Slung slung(dev.pulse.v1.Slung slung) {
    return new Slung(
        slung.getTask(),
        slung.getResult(),
        slung.getMessage(),
        uuid(slung.getSlingId()),
        uuid(slung.getJobId()),
        FromWire.text(slung.getConvoy()));
  }

  static Sling sling(dev.pulse.v1.Sling sling) {
    return new Sling(
        UUID.fromString(sling.getId()),
        sling.getVersion(),
        sling.getTask(),
        sling.getTitle(),
        sling.getProject(),
        sling.getState(),
        FromWire.text(sling.getOutcome()),
        sling.getAgent(),
        FromWire.text(sling.getFormula()),
        FromWire.text(sling.getArgs()),
        sling.getVarsMap(),
        sling.getMerge(),
        FromWire.text(sling.getBaseBranch()),
        sling.getNoMerge(),
        FromWire.text(sling.getAccount()),
        sling.getOwned(),
        FromWire.text(sling.getMode()),
        FromWire.text(sling.getConvoy()),
        sling.getDispatchFailures(),
        FromWire.text(sling.getLastFailure()),
        sling.getBlockedByList(),
        FromWire.instant(sling.getEnqueuedAt()),
        sling.getEnqueuedBy(),
        sling.hasClosedAt() ? FromWire.instant(sling.getClosedAt()) : null,
        sling.hasEndedAt() ? FromWire.instant(sling.getEndedAt()) : null);
  }

  static SchedulerStatus status(dev.pulse.v1.SchedulerStatus status) {
    return new SchedulerStatus(
        status.getMaxAgents(),
        status.getBatchSize(),
        status.getActive(),
        status.getRunning(),
        status.getScheduled(),
        status.getReady(),
        status.getBlocked(),
        status.getRunners(),
        paused(status),
        last(status),
        status.getDispatchedTotal(),
        status.getProjectsList().stream()
            .map(
                queue ->
                    new SchedulerStatus.Queue(
                        queue.getProject(), queue.getScheduled(), queue.getReady()))
            .toList());
  }

  private static SchedulerStatus.@Nullable Paused paused(dev.pulse.v1.SchedulerStatus status) {
    if (!status.hasPaused()) {
      return null;
    }
    var pause = status.getPaused();
    return new SchedulerStatus.Paused(
        pause.getActor(), pause.getReason(), FromWire.instant(pause.getSince()));
  }

  private static SchedulerStatus.@Nullable LastCycle last(dev.pulse.v1.SchedulerStatus status) {
    return status.hasLastCycleAt()
        ? new SchedulerStatus.LastCycle(
            FromWire.instant(status.getLastCycleAt()),
            status.getLastReason(),
            status.getLastDispatched(),
            status.getLastFailed())
        : null;
  }

  static Cycle cycle(dev.pulse.v1.Cycle cycle) {
    return new Cycle(
        cycle.getDryRun(),
        cycle.getReason(),
        cycle.getMessage(),
        cycle.hasCapacity() ? cycle.getCapacity() : null,
        cycle.getActive(),
        cycle.getReady(),
        cycle.getBatchSize(),
        cycle.getStepsList().stream()
            .map(
                step ->
                    new Cycle.Step(
                        step.getTask(),
                        step.getTitle(),
                        step.getProject(),
                        step.getAgent(),
                        UUID.fromString(step.getSlingId()),
                        FromWire.text(step.getFailure())))
            .toList());
  }

  static Config.Setting setting(Setting setting) {
    return new Config.Setting(
        setting.getName(),
        setting.getValue(),
        setting.getDefaultValue(),
        setting.getDescription(),
        setting.hasUpdatedAt() ? FromWire.instant(setting.getUpdatedAt()) : null,
        FromWire.text(setting.getUpdatedBy()));
  }

  private static @Nullable UUID uuid(String text) {
    return text.isEmpty() ? null : UUID.fromString(text);
  }
}
