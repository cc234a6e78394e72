package dev.pulse.internal;

import dev.pulse.Convoy;
import dev.pulse.NewTask;
import dev.pulse.Project;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.Task;
import dev.pulse.TaskEdit;
import dev.pulse.TaskExplanation;
import dev.pulse.TaskFilter;
import dev.pulse.Tasks;
import dev.pulse.v1.CloseTaskRequest;
import dev.pulse.v1.ConvoyRef;
import dev.pulse.v1.Dependency;
import dev.pulse.v1.EditTaskRequest;
import dev.pulse.v1.ExportTasksRequest;
import dev.pulse.v1.ImportTasksRequest;
import dev.pulse.v1.ListConvoysRequest;
import dev.pulse.v1.ListProjectsRequest;
import dev.pulse.v1.ListTasksRequest;
import dev.pulse.v1.NewConvoy;
import dev.pulse.v1.ProjectRef;
import dev.pulse.v1.TaskRef;
import dev.pulse.v1.TasksGrpc;
import dev.pulse.v1.TasksGrpc.TasksBlockingStub;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls about tasks. */
final class TaskCalls implements Tasks {
  private static final int PAGE = 100;

  private final Calls calls;
  private final JobIds ids;

  TaskCalls(Calls calls, JobIds ids) {
    this.calls = calls;
    this.ids = ids;
  }

  @Override
  public Project addProject(Project project) {
    return TaskFromWire.project(call(stub -> stub.addProject(wire(project))));
  }

  @Override
  public Project editProject(Project project) {
    return TaskFromWire.project(call(stub -> stub.editProject(wire(project))));
  }

  private static dev.pulse.v1.Project wire(Project project) {
    return dev.pulse.v1.Project.newBuilder()
        .setName(project.name())
        .setPrefix(project.prefix())
        .setRepository(project.repository())
        .setAgent(orEmpty(project.agent()))
        .setBaseBranch(orEmpty(project.baseBranch()))
        .setMrCommand(orEmpty(project.mrCommand()))
        .build();
  }

  @Override
  public List<Project> projects() {
    return call(stub -> stub.listProjects(ListProjectsRequest.getDefaultInstance()))
        .getProjectsList()
        .stream()
        .map(TaskFromWire::project)
        .toList();
  }

  @Override
  public Optional<Project> findProject(String name) {
    return projects().stream().filter(project -> project.name().equals(name)).findFirst();
  }

  @Override
  public Project removeProject(String name) {
    var request = ProjectRef.newBuilder().setName(name).build();
    return TaskFromWire.project(call(stub -> stub.removeProject(request)));
  }

  /** The request has an id of its own: repeated, it answers the task that the first one made. */
  @Override
  public Task add(NewTask task) {
    var request =
        dev.pulse.v1.NewTask.newBuilder()
            .setId(orEmpty(task.id()))
            .setProject(orEmpty(task.project()))
            .setTitle(task.title())
            .setDescription(task.description())
            .setType(task.type())
            .setParent(orEmpty(task.parent()))
            .addAllLabels(task.labels())
            .addAllDependsOn(task.dependsOn())
            .setRequestId(ids.next().toString())
            .build();
    return TaskFromWire.task(call(stub -> stub.addTask(request)));
  }

  @Override
  public Optional<Task> find(String id) {
    return found(() -> TaskFromWire.task(call(stub -> stub.getTask(ref(id)))));
  }

  @Override
  public Stream<Task> list(TaskFilter filter) {
    var request =
        ListTasksRequest.newBuilder()
            .setProject(orEmpty(filter.project()))
            .setStatus(orEmpty(filter.status()))
            .setReady(filter.ready())
            .setLabel(orEmpty(filter.label()))
            .setParent(orEmpty(filter.parent()))
            .setLimit(PAGE);
    return Pages.stream(
        null,
        cursor -> {
          var page = call(stub -> stub.listTasks(request.setCursor(orEmpty(cursor)).build()));
          return new Pages.Page<>(
              page.getTasksList().stream().map(TaskFromWire::task).toList(),
              FromWire.text(page.getNextCursor()));
        });
  }

  @Override
  public Task edit(String id, Consumer<TaskEdit> edit) {
    var draft = new Draft(EditTaskRequest.newBuilder().setId(id));
    edit.accept(draft);
    return TaskFromWire.task(call(stub -> stub.editTask(draft.request.build())));
  }

  @Override
  public Task close(String id, String reason) {
    var request = CloseTaskRequest.newBuilder().setId(id).setReason(reason).build();
    return TaskFromWire.task(call(stub -> stub.closeTask(request)));
  }

  @Override
  public Task reopen(String id) {
    return TaskFromWire.task(call(stub -> stub.reopenTask(ref(id))));
  }

  @Override
  public Task depend(String task, String on) {
    return TaskFromWire.task(call(stub -> stub.addDependency(edge(task, on))));
  }

  @Override
  public Task undepend(String task, String on) {
    return TaskFromWire.task(call(stub -> stub.removeDependency(edge(task, on))));
  }

  private static Dependency edge(String task, String on) {
    return Dependency.newBuilder().setTask(task).setDependsOn(on).build();
  }

  @Override
  public TaskExplanation explain(String id) {
    return TaskFromWire.explanation(call(stub -> stub.explainTask(ref(id))));
  }

  @Override
  public Imported importLines(String lines) {
    var request = ImportTasksRequest.newBuilder().setLines(lines).build();
    var answer = call(stub -> stub.importTasks(request));
    return new Imported(
        answer.getAdded(), answer.getChanged(), answer.getUnchanged(), answer.getWarningsList());
  }

  @Override
  public Stream<String> exportLines() {
    return export("");
  }

  @Override
  public Stream<String> exportLines(String project) {
    return export(project);
  }

  private Stream<String> export(String project) {
    return Pages.stream(
        null,
        cursor -> {
          var request =
              ExportTasksRequest.newBuilder()
                  .setProject(project)
                  .setCursor(orEmpty(cursor))
                  .build();
          var page = call(stub -> stub.exportTasks(request));
          return new Pages.Page<>(page.getLinesList(), FromWire.text(page.getNextCursor()));
        });
  }

  @Override
  public Convoy createConvoy(String title, List<String> tasks) {
    var request = NewConvoy.newBuilder().setTitle(title).addAllTasks(tasks).build();
    return TaskFromWire.convoy(call(stub -> stub.createConvoy(request)));
  }

  @Override
  public Optional<Convoy> findConvoy(String id) {
    var request = ConvoyRef.newBuilder().setId(id).build();
    return found(() -> TaskFromWire.convoy(call(stub -> stub.getConvoy(request))));
  }

  @Override
  public Stream<Convoy> convoys(boolean all) {
    return Pages.stream(
        null,
        cursor -> {
          var request =
              ListConvoysRequest.newBuilder()
                  .setAll(all)
                  .setLimit(PAGE)
                  .setCursor(orEmpty(cursor))
                  .build();
          var page = call(stub -> stub.listConvoys(request));
          return new Pages.Page<>(
              page.getConvoysList().stream().map(TaskFromWire::convoy).toList(),
              FromWire.text(page.getNextCursor()));
        });
  }

  private <A> A call(Function<TasksBlockingStub, A> request) {
    return calls.call(TasksGrpc::newBlockingStub, request);
  }

  private static <A> Optional<A> found(Supplier<A> asking) {
    try {
      return Optional.of(asking.get());
    } catch (PulseException e) {
      if (e.code() == Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static TaskRef ref(String id) {
    return TaskRef.newBuilder().setId(id).build();
  }

  static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static final class Draft implements TaskEdit {
    private final EditTaskRequest.Builder request;

    Draft(EditTaskRequest.Builder request) {
      this.request = request;
    }

    @Override
    public TaskEdit title(String title) {
      request.setTitle(title);
      return this;
    }

    @Override
    public TaskEdit description(String description) {
      request.setDescription(description);
      return this;
    }

    @Override
    public TaskEdit parent(String parent) {
      request.setParent(parent);
      return this;
    }

    @Override
    public TaskEdit status(String status) {
      request.setStatus(status);
      return this;
    }

    @Override
    public TaskEdit labels(String... labels) {
      request.setSetLabels(true).clearLabels().addAllLabels(Arrays.asList(labels));
      return this;
    }
  }
}
