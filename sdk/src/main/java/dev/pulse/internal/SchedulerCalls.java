package dev.pulse.internal;

import dev.pulse.Config;
import dev.pulse.Cycle;
import dev.pulse.Scheduler;
import dev.pulse.SchedulerStatus;
import dev.pulse.Sling;
import dev.pulse.SlingOrder;
import dev.pulse.Slung;
import dev.pulse.v1.ClearSlingsRequest;
import dev.pulse.v1.ConfigGrpc;
import dev.pulse.v1.Formula;
import dev.pulse.v1.GetSchedulerRequest;
import dev.pulse.v1.ListSettingsRequest;
import dev.pulse.v1.ListSlingsRequest;
import dev.pulse.v1.PauseSchedulerRequest;
import dev.pulse.v1.ResumeSchedulerRequest;
import dev.pulse.v1.RunCycleRequest;
import dev.pulse.v1.SchedulerGrpc;
import dev.pulse.v1.SchedulerGrpc.SchedulerBlockingStub;
import dev.pulse.v1.SetSettingRequest;
import dev.pulse.v1.SettingRef;
import dev.pulse.v1.SlingRequest;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The calls about slings and settings. Each may be repeated without harm. */
final class SchedulerCalls implements Scheduler {
  private static final int PAGE = 100;

  private final Calls calls;

  SchedulerCalls(Calls calls) {
    this.calls = calls;
  }

  @Override
  public List<Slung> sling(SlingOrder order) {
    SlingRequest request = wire(order);
    return call(stub -> stub.sling(request)).getSlungList().stream()
        .map(TaskFromWire::slung)
        .toList();
  }

  private static SlingRequest wire(SlingOrder order) {
    var request =
        SlingRequest.newBuilder()
            .addAllTargets(order.targets())
            .setProject(TaskCalls.orEmpty(order.project()))
            .setForce(order.isForced())
            .setArgs(TaskCalls.orEmpty(order.args()))
            .putAllVars(order.vars())
            .setMerge(TaskCalls.orEmpty(order.merge()))
            .setBaseBranch(TaskCalls.orEmpty(order.baseBranch()))
            .setNoMerge(order.isNoMerge())
            .setAccount(TaskCalls.orEmpty(order.account()))
            .setAgent(TaskCalls.orEmpty(order.agent()))
            .setOwned(order.isOwned())
            .setMode(TaskCalls.orEmpty(order.mode()));
    String name = order.formula();
    if (name != null) {
      var formula = Formula.newBuilder().setName(name);
      String text = order.formulaText();
      if (text != null) {
        formula.setText(text);
      }
      request.setFormula(formula);
    }
    return request.build();
  }

  @Override
  public Stream<Sling> list() {
    return slings(ListSlingsRequest.newBuilder());
  }

  @Override
  public Stream<Sling> list(String project) {
    return slings(ListSlingsRequest.newBuilder().setProject(project));
  }

  @Override
  public Stream<Sling> history() {
    return slings(ListSlingsRequest.newBuilder().setAll(true));
  }

  @Override
  public Stream<Sling> history(String task) {
    return slings(ListSlingsRequest.newBuilder().setAll(true).setTask(task));
  }

  private Stream<Sling> slings(ListSlingsRequest.Builder request) {
    request.setLimit(PAGE);
    return Pages.stream(
        null,
        cursor -> {
          if (cursor != null) {
            request.setCursor(cursor);
          }
          var page = call(stub -> stub.listSlings(request.build()));
          return new Pages.Page<>(
              page.getSlingsList().stream().map(TaskFromWire::sling).toList(),
              FromWire.text(page.getNextCursor()));
        });
  }

  @Override
  public SchedulerStatus status() {
    return TaskFromWire.status(
        call(stub -> stub.getScheduler(GetSchedulerRequest.getDefaultInstance())));
  }

  @Override
  public Cycle run() {
    return cycle(false);
  }

  @Override
  public Cycle dryRun() {
    return cycle(true);
  }

  private Cycle cycle(boolean dry) {
    var request = RunCycleRequest.newBuilder().setDryRun(dry).build();
    return TaskFromWire.cycle(call(stub -> stub.runCycle(request)));
  }

  @Override
  public SchedulerStatus pause(String reason) {
    var request = PauseSchedulerRequest.newBuilder().setReason(reason).build();
    return TaskFromWire.status(call(stub -> stub.pauseScheduler(request)));
  }

  @Override
  public SchedulerStatus resume() {
    return TaskFromWire.status(
        call(stub -> stub.resumeScheduler(ResumeSchedulerRequest.getDefaultInstance())));
  }

  @Override
  public int clear() {
    return call(stub -> stub.clearSlings(ClearSlingsRequest.getDefaultInstance())).getCleared();
  }

  @Override
  public boolean clear(String task) {
    var request = ClearSlingsRequest.newBuilder().setTask(named(task)).build();
    return call(stub -> stub.clearSlings(request)).getCleared() > 0;
  }

  /** On the wire an empty task means every task: nobody should clear everything by mistake. */
  private static String named(String task) {
    if (task.isEmpty()) {
      throw new IllegalArgumentException("task is empty");
    }
    return task;
  }

  private <A> A call(Function<SchedulerBlockingStub, A> request) {
    return calls.call(SchedulerGrpc::newBlockingStub, request);
  }

  /** The settings, on the same servers. */
  Config config() {
    return new Config() {
      @Override
      public List<Setting> list() {
        return calls
            .call(
                ConfigGrpc::newBlockingStub,
                (ConfigGrpc.ConfigBlockingStub stub) ->
                    stub.listSettings(ListSettingsRequest.getDefaultInstance()))
            .getSettingsList()
            .stream()
            .map(TaskFromWire::setting)
            .toList();
      }

      @Override
      public String get(String name) {
        var request = SettingRef.newBuilder().setName(name).build();
        return calls
            .call(
                ConfigGrpc::newBlockingStub,
                (ConfigGrpc.ConfigBlockingStub stub) -> stub.getSetting(request))
            .getValue();
      }

      @Override
      public Setting set(String name, String value) {
        var request = SetSettingRequest.newBuilder().setName(name).setValue(value).build();
        return TaskFromWire.setting(
            calls.call(
                ConfigGrpc::newBlockingStub,
                (ConfigGrpc.ConfigBlockingStub stub) -> stub.setSetting(request)));
      }
    };
  }
}
