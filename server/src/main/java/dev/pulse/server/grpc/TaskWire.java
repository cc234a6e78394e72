package dev.pulse.server.grpc;

import dev.pulse.server.sling.Cycle;
import dev.pulse.server.sling.NewTask;
import dev.pulse.server.sling.SchedulerStatus;
import dev.pulse.server.sling.Setting;
import dev.pulse.server.sling.Slung;
import dev.pulse.server.sling.TaskChange;
import dev.pulse.server.sling.TaskExplanation;
import dev.pulse.server.sling.TaskFilter;
import dev.pulse.v1.Convoy;
import dev.pulse.v1.ConvoyMember;
import dev.pulse.v1.CycleStep;
import dev.pulse.v1.EditTaskRequest;
import dev.pulse.v1.ExplainTaskResponse;
import dev.pulse.v1.ListTasksRequest;
import dev.pulse.v1.Project;
import dev.pulse.v1.ProjectQueue;
import dev.pulse.v1.SchedulerPause;
import dev.pulse.v1.Task;
import dev.pulse.v1.TaskReason;
import org.jspecify.annotations.Nullable;

/** Tasks and slings as the wire carries them. */
final class TaskWire {
  private static final String USUAL_BRANCH = "main";
  private static final String USUAL_TYPE = "task";

  private TaskWire() {}

  static dev.pulse.server.sling.Project project(Project project) {
    return new dev.pulse.server.sling.Project(
        project.getName(),
        project.getPrefix(),
        project.getRepository(),
        Wire.given(project.getAgent()),
        project.getBaseBranch().isEmpty() ? USUAL_BRANCH : project.getBaseBranch(),
        Wire.given(project.getMrCommand()));
  }

  /** What is left out stays. */
  static dev.pulse.server.sling.Project changed(
      dev.pulse.server.sling.Project was, Project change) {
    return new dev.pulse.server.sling.Project(
        was.name(),
        or(change.getPrefix(), was.prefix()),
        or(change.getRepository(), was.repository()),
        change.getAgent().isEmpty() ? was.agent() : change.getAgent(),
        or(change.getBaseBranch(), was.baseBranch()),
        change.getMrCommand().isEmpty() ? was.mrCommand() : change.getMrCommand());
  }

  private static String or(String given, String otherwise) {
    return given.isEmpty() ? otherwise : given;
  }

  static Project project(dev.pulse.server.sling.Project project) {
    var wire =
        Project.newBuilder()
            .setName(project.name())
            .setPrefix(project.prefix())
            .setRepository(project.repository())
            .setBaseBranch(project.baseBranch());
    Wire.set(project.agent(), wire::setAgent);
    Wire.set(project.mrCommand(), wire::setMrCommand);
    return wire.build();
  }

  static NewTask newTask(dev.pulse.v1.NewTask task) {
    return new NewTask(
        Wire.given(task.getId()),
        Wire.given(task.getProject()),
        task.getTitle(),
        task.getDescription(),
        task.getType().isEmpty() ? USUAL_TYPE : task.getType(),
        Wire.given(task.getParent()),
        task.getLabelsList(),
        task.getDependsOnList(),
        Wire.uuidOrNull(task.getRequestId()));
  }

  static TaskChange change(EditTaskRequest request) {
    return new TaskChange(
        request.hasTitle() ? request.getTitle() : null,
        request.hasDescription() ? request.getDescription() : null,
        request.hasParent() ? request.getParent() : null,
        request.hasStatus() ? request.getStatus() : null,
        request.getSetLabels() ? request.getLabelsList() : null);
  }

  static TaskFilter filter(ListTasksRequest request) {
    return new TaskFilter(
        Wire.given(request.getProject()),
        Wire.given(request.getStatus()),
        request.getReady(),
        Wire.given(request.getLabel()),
        Wire.given(request.getParent()));
  }

  static Task task(dev.pulse.server.sling.Task task) {
    var wire =
        Task.newBuilder()
            .setId(task.id())
            .setType(task.type())
            .setStatus(task.status())
            .setTitle(task.title())
            .setDescription(task.description())
            .addAllLabels(task.labels())
            .addAllDependsOn(task.dependsOn())
            .addAllBlockedBy(task.blockedBy())
            .setReady(task.ready())
            .setCreatedAt(Wire.timestamp(task.createdAt()))
            .setUpdatedAt(Wire.timestamp(task.updatedAt()));
    Wire.set(task.project(), wire::setProject);
    Wire.set(task.parent(), wire::setParent);
    Wire.set(Wire.text(task.slingId()), wire::setSlingId);
    Wire.set(task.slingState(), wire::setSlingState);
    Wire.set(task.lastFailure(), wire::setLastFailure);
    Wire.setTime(task.closedAt(), wire::setClosedAt);
    Wire.set(task.closeReason(), wire::setCloseReason);
    return wire.build();
  }

  static ExplainTaskResponse explanation(TaskExplanation explanation) {
    var wire =
        ExplainTaskResponse.newBuilder().setId(explanation.id()).setStatus(explanation.status());
    explanation
        .reasons()
        .forEach(
            reason ->
                wire.addReasons(
                    TaskReason.newBuilder().setCode(reason.code()).setMessage(reason.message())));
    return wire.build();
  }

  static Convoy convoy(dev.pulse.server.sling.Convoy convoy) {
    var wire =
        Convoy.newBuilder()
            .setId(convoy.id())
            .setTitle(convoy.title())
            .setAutomatic(convoy.automatic())
            .setTotal(convoy.total())
            .setClosed(convoy.closed())
            .setDone(convoy.isDone())
            .setCreatedAt(Wire.timestamp(convoy.createdAt()))
            .setCreatedBy(convoy.createdBy());
    convoy
        .members()
        .forEach(
            member ->
                wire.addMembers(
                    ConvoyMember.newBuilder()
                        .setTask(member.task())
                        .setTitle(member.title())
                        .setStatus(member.status())));
    return wire.build();
  }

  static dev.pulse.v1.Slung slung(Slung slung) {
    var wire =
        dev.pulse.v1.Slung.newBuilder()
            .setTask(slung.task())
            .setResult(slung.result().text())
            .setMessage(slung.message());
    Wire.set(Wire.text(slung.sling()), wire::setSlingId);
    if (slung.result() == Slung.Result.DISPATCHED) {
      Wire.set(Wire.text(slung.sling()), wire::setJobId);
    }
    Wire.set(slung.convoy(), wire::setConvoy);
    return wire.build();
  }

  static dev.pulse.v1.Sling sling(dev.pulse.server.sling.Sling sling) {
    var terms = sling.terms();
    var wire =
        dev.pulse.v1.Sling.newBuilder()
            .setId(sling.id().toString())
            .setVersion(sling.version())
            .setTask(sling.task())
            .setTitle(sling.title())
            .setProject(sling.project())
            .putAllVars(terms.vars())
            .setEnqueuedAt(Wire.timestamp(sling.enqueuedAt()))
            .setEnqueuedBy(sling.enqueuedBy())
            .setMerge(terms.merge())
            .setNoMerge(terms.noMerge())
            .setAgent(terms.agent())
            .setOwned(terms.owned())
            .setDispatchFailures(sling.dispatchFailures())
            .setState(sling.state())
            .addAllBlockedBy(sling.blockedBy());
    Wire.set(terms.formula(), wire::setFormula);
    Wire.set(terms.args(), wire::setArgs);
    Wire.set(sling.convoy(), wire::setConvoy);
    Wire.set(terms.baseBranch(), wire::setBaseBranch);
    Wire.set(terms.account(), wire::setAccount);
    Wire.set(terms.mode(), wire::setMode);
    Wire.set(sling.lastFailure(), wire::setLastFailure);
    Wire.set(sling.outcome(), wire::setOutcome);
    Wire.setTime(sling.closedAt(), wire::setClosedAt);
    Wire.setTime(sling.endedAt(), wire::setEndedAt);
    if (sling.isDispatched()) {
      wire.setJobId(sling.id().toString());
    }
    return wire.build();
  }

  static dev.pulse.v1.SchedulerStatus status(SchedulerStatus status) {
    var wire =
        dev.pulse.v1.SchedulerStatus.newBuilder()
            .setMaxAgents(status.maxAgents())
            .setBatchSize(status.batchSize())
            .setActive(status.active())
            .setRunning(status.running())
            .setScheduled(status.scheduled())
            .setReady(status.ready())
            .setBlocked(status.scheduled() - status.ready())
            .setRunners(status.runners())
            .setDispatchedTotal(status.dispatchedTotal());
    SchedulerStatus.Pause paused = status.paused();
    if (paused != null) {
      wire.setPaused(
          SchedulerPause.newBuilder()
              .setActor(paused.actor())
              .setReason(paused.reason())
              .setSince(Wire.timestamp(paused.since())));
    }
    SchedulerStatus.LastCycle last = status.lastCycle();
    if (last != null) {
      wire.setLastCycleAt(Wire.timestamp(last.at()))
          .setLastReason(last.reason())
          .setLastDispatched(last.dispatched())
          .setLastFailed(last.failed());
    }
    for (SchedulerStatus.Queue queue : status.projects()) {
      wire.addProjects(
          ProjectQueue.newBuilder()
              .setProject(queue.project())
              .setScheduled(queue.scheduled())
              .setReady(queue.ready()));
    }
    return wire.build();
  }

  static dev.pulse.v1.Cycle cycle(Cycle cycle) {
    var wire =
        dev.pulse.v1.Cycle.newBuilder()
            .setDryRun(cycle.dryRun())
            .setReason(cycle.reason().text())
            .setMessage(cycle.message())
            .setActive(cycle.active())
            .setReady(cycle.ready())
            .setBatchSize(cycle.batchSize());
    Long capacity = cycle.capacity();
    if (capacity != null) {
      wire.setCapacity(capacity);
    }
    cycle.steps().forEach(step -> wire.addSteps(step(step)));
    return wire.build();
  }

  private static CycleStep step(Cycle.Step step) {
    var wire =
        CycleStep.newBuilder()
            .setTask(step.task())
            .setTitle(step.title())
            .setProject(step.project())
            .setAgent(step.agent())
            .setSlingId(step.sling().toString());
    @Nullable String failure = step.failure();
    Wire.set(failure, wire::setFailure);
    return wire.build();
  }

  static dev.pulse.v1.Setting setting(Setting setting) {
    var wire =
        dev.pulse.v1.Setting.newBuilder()
            .setName(setting.name())
            .setValue(setting.value())
            .setDefaultValue(setting.defaultValue())
            .setDescription(setting.description());
    Wire.setTime(setting.updatedAt(), wire::setUpdatedAt);
    Wire.set(setting.updatedBy(), wire::setUpdatedBy);
    return wire.build();
  }
}
