package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.job.Page;
import dev.pulse.server.sling.SlingOrder;
import dev.pulse.server.sling.Slings;
import dev.pulse.v1.ClearSlingsRequest;
import dev.pulse.v1.ClearSlingsResponse;
import dev.pulse.v1.Cycle;
import dev.pulse.v1.GetSchedulerRequest;
import dev.pulse.v1.ListSlingsRequest;
import dev.pulse.v1.ListSlingsResponse;
import dev.pulse.v1.PauseSchedulerRequest;
import dev.pulse.v1.ResumeSchedulerRequest;
import dev.pulse.v1.RunCycleRequest;
import dev.pulse.v1.SchedulerGrpc;
import dev.pulse.v1.SchedulerStatus;
import dev.pulse.v1.SlingRequest;
import dev.pulse.v1.SlingResponse;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** Answers the calls of {@code pulse.v1.Scheduler}. */
final class SchedulerService extends SchedulerGrpc.SchedulerImplBase {
  private final Slings slings;
  private final Unary unary;

  SchedulerService(Slings slings, Executor threads) {
    this.slings = slings;
    this.unary = new Unary(threads);
  }

  @Override
  public void sling(SlingRequest request, StreamObserver<SlingResponse> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    unary.answer(
        answers,
        () -> {
          var answer = SlingResponse.newBuilder();
          slings.sling(order(request), actor).forEach(one -> answer.addSlung(TaskWire.slung(one)));
          return answer.build();
        });
  }

  private static SlingOrder order(SlingRequest request) {
    SlingOrder.FormulaFile formula = null;
    if (request.hasFormula()) {
      var file = request.getFormula();
      formula = new SlingOrder.FormulaFile(file.getName(), file.hasText() ? file.getText() : null);
    }
    return new SlingOrder(
        request.getTargetsList(),
        Wire.given(request.getProject()),
        request.getForce(),
        formula,
        Wire.given(request.getArgs()),
        request.getVarsMap(),
        Wire.given(request.getMerge()),
        Wire.given(request.getBaseBranch()),
        request.getNoMerge(),
        Wire.given(request.getAccount()),
        Wire.given(request.getAgent()),
        request.getOwned(),
        Wire.given(request.getMode()));
  }

  @Override
  public void listSlings(ListSlingsRequest request, StreamObserver<ListSlingsResponse> answers) {
    unary.answer(
        answers,
        () -> {
          String project = Wire.given(request.getProject());
          String task = Wire.given(request.getTask());
          String cursor = Wire.given(request.getCursor());
          int most = TaskService.most(request.getLimit());
          Page<dev.pulse.server.sling.Sling> page =
              request.getAll() || task != null
                  ? slings.all(project, task, most, cursor)
                  : slings.open(project, most, cursor);
          var list = ListSlingsResponse.newBuilder();
          page.items().forEach(sling -> list.addSlings(TaskWire.sling(sling)));
          Wire.set(page.next(), list::setNextCursor);
          return list.build();
        });
  }

  @Override
  public void getScheduler(GetSchedulerRequest request, StreamObserver<SchedulerStatus> answers) {
    unary.answer(answers, () -> TaskWire.status(slings.status()));
  }

  @Override
  public void runCycle(RunCycleRequest request, StreamObserver<Cycle> answers) {
    unary.answer(
        answers, () -> TaskWire.cycle(request.getDryRun() ? slings.dryRun() : slings.run()));
  }

  @Override
  public void pauseScheduler(
      PauseSchedulerRequest request, StreamObserver<SchedulerStatus> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    unary.answer(
        answers,
        () -> {
          slings.pause(request.getReason(), actor);
          return TaskWire.status(slings.status());
        });
  }

  @Override
  public void resumeScheduler(
      ResumeSchedulerRequest request, StreamObserver<SchedulerStatus> answers) {
    unary.answer(
        answers,
        () -> {
          slings.resume();
          return TaskWire.status(slings.status());
        });
  }

  @Override
  public void clearSlings(ClearSlingsRequest request, StreamObserver<ClearSlingsResponse> answers) {
    unary.answer(
        answers,
        () ->
            ClearSlingsResponse.newBuilder()
                .setCleared(slings.clear(Wire.given(request.getTask())))
                .build());
  }
}
