package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Page;
import dev.pulse.server.sling.Imported;
import dev.pulse.server.sling.Slings;
import dev.pulse.v1.CloseTaskRequest;
import dev.pulse.v1.Convoy;
import dev.pulse.v1.ConvoyRef;
import dev.pulse.v1.Dependency;
import dev.pulse.v1.EditTaskRequest;
import dev.pulse.v1.ExplainTaskResponse;
import dev.pulse.v1.ExportTasksRequest;
import dev.pulse.v1.ExportTasksResponse;
import dev.pulse.v1.ImportTasksRequest;
import dev.pulse.v1.ImportTasksResponse;
import dev.pulse.v1.ListConvoysRequest;
import dev.pulse.v1.ListConvoysResponse;
import dev.pulse.v1.ListProjectsRequest;
import dev.pulse.v1.ListProjectsResponse;
import dev.pulse.v1.ListTasksRequest;
import dev.pulse.v1.ListTasksResponse;
import dev.pulse.v1.NewConvoy;
import dev.pulse.v1.NewTask;
import dev.pulse.v1.Project;
import dev.pulse.v1.ProjectRef;
import dev.pulse.v1.Task;
import dev.pulse.v1.TaskRef;
import dev.pulse.v1.TasksGrpc;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** Answers the calls of {@code pulse.v1.Tasks}. */
final class TaskService extends TasksGrpc.TasksImplBase {
  static final int USUAL_PAGE = 50;

  private final Slings slings;
  private final Dispatcher dispatcher;
  private final Unary unary;

  TaskService(Slings slings, Dispatcher dispatcher, Executor threads) {
    this.slings = slings;
    this.dispatcher = dispatcher;
    this.unary = new Unary(threads);
  }

  @Override
  public void addProject(Project request, StreamObserver<Project> answers) {
    unary.answer(answers, () -> TaskWire.project(slings.add(TaskWire.project(request))));
  }

  @Override
  public void editProject(Project request, StreamObserver<Project> answers) {
    unary.answer(
        answers,
        () ->
            TaskWire.project(
                slings.edit(TaskWire.changed(slings.project(request.getName()), request))));
  }

  @Override
  public void listProjects(
      ListProjectsRequest request, StreamObserver<ListProjectsResponse> answers) {
    unary.answer(
        answers,
        () -> {
          var list = ListProjectsResponse.newBuilder();
          slings.projects().forEach(project -> list.addProjects(TaskWire.project(project)));
          return list.build();
        });
  }

  @Override
  public void removeProject(ProjectRef request, StreamObserver<Project> answers) {
    unary.answer(answers, () -> TaskWire.project(slings.removeProject(request.getName())));
  }

  @Override
  public void addTask(NewTask request, StreamObserver<Task> answers) {
    unary.answer(answers, () -> TaskWire.task(slings.add(TaskWire.newTask(request))));
  }

  @Override
  public void getTask(TaskRef request, StreamObserver<Task> answers) {
    unary.answer(answers, () -> TaskWire.task(slings.task(request.getId())));
  }

  @Override
  public void listTasks(ListTasksRequest request, StreamObserver<ListTasksResponse> answers) {
    unary.answer(
        answers,
        () -> {
          Page<dev.pulse.server.sling.Task> page =
              slings.tasks(
                  TaskWire.filter(request),
                  most(request.getLimit()),
                  Wire.given(request.getCursor()));
          var list = ListTasksResponse.newBuilder();
          page.items().forEach(task -> list.addTasks(TaskWire.task(task)));
          Wire.set(page.next(), list::setNextCursor);
          return list.build();
        });
  }

  static int most(int limit) {
    return limit == 0 ? USUAL_PAGE : limit;
  }

  @Override
  public void editTask(EditTaskRequest request, StreamObserver<Task> answers) {
    unary.answer(
        answers, () -> TaskWire.task(slings.edit(request.getId(), TaskWire.change(request))));
  }

  @Override
  public void closeTask(CloseTaskRequest request, StreamObserver<Task> answers) {
    unary.answer(answers, () -> TaskWire.task(slings.close(request.getId(), request.getReason())));
  }

  @Override
  public void reopenTask(TaskRef request, StreamObserver<Task> answers) {
    unary.answer(answers, () -> TaskWire.task(slings.reopen(request.getId())));
  }

  @Override
  public void addDependency(Dependency request, StreamObserver<Task> answers) {
    unary.answer(
        answers,
        () -> TaskWire.task(slings.addDependency(request.getTask(), request.getDependsOn())));
  }

  @Override
  public void removeDependency(Dependency request, StreamObserver<Task> answers) {
    unary.answer(
        answers,
        () -> TaskWire.task(slings.removeDependency(request.getTask(), request.getDependsOn())));
  }

  @Override
  public void explainTask(TaskRef request, StreamObserver<ExplainTaskResponse> answers) {
    unary.answer(
        answers, () -> TaskWire.explanation(slings.explain(request.getId(), dispatcher::explain)));
  }

  @Override
  public void importTasks(ImportTasksRequest request, StreamObserver<ImportTasksResponse> answers) {
    unary.answer(
        answers,
        () -> {
          Imported imported = slings.take(request.getLines());
          return ImportTasksResponse.newBuilder()
              .setAdded(imported.added())
              .setChanged(imported.changed())
              .setUnchanged(imported.unchanged())
              .addAllWarnings(imported.warnings())
              .build();
        });
  }

  @Override
  public void exportTasks(ExportTasksRequest request, StreamObserver<ExportTasksResponse> answers) {
    unary.answer(
        answers,
        () -> {
          Page<String> page =
              slings.export(Wire.given(request.getProject()), Wire.given(request.getCursor()));
          var lines = ExportTasksResponse.newBuilder().addAllLines(page.items());
          Wire.set(page.next(), lines::setNextCursor);
          return lines.build();
        });
  }

  @Override
  public void createConvoy(NewConvoy request, StreamObserver<Convoy> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    unary.answer(
        answers,
        () ->
            TaskWire.convoy(
                slings.createConvoy(request.getTitle(), request.getTasksList(), actor)));
  }

  @Override
  public void getConvoy(ConvoyRef request, StreamObserver<Convoy> answers) {
    unary.answer(answers, () -> TaskWire.convoy(slings.convoy(request.getId())));
  }

  @Override
  public void listConvoys(ListConvoysRequest request, StreamObserver<ListConvoysResponse> answers) {
    unary.answer(
        answers,
        () -> {
          Page<dev.pulse.server.sling.Convoy> page =
              slings.convoys(
                  request.getAll(), most(request.getLimit()), Wire.given(request.getCursor()));
          var list = ListConvoysResponse.newBuilder();
          page.items().forEach(convoy -> list.addConvoys(TaskWire.convoy(convoy)));
          Wire.set(page.next(), list::setNextCursor);
          return list.build();
        });
  }
}
