package dev.pulse.server.sling;

import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The door of tasks and their dispatch. Any number of servers may call: one cycle runs at a time,
 * each dispatch is one transaction, and how many agents run at once is held by a limit that each of
 * their jobs carries.
 */
public final class Slings {
  /** How often a server looks whether there is something to dispatch that it was not told of. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Who holds the cycle may have looked before the news came. */
  private static final Duration BUSY = Duration.ofMillis(200);

  /** Who asks for a cycle by hand waits for the one under way. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Configuration configuration;
  private final Projects projects;
  private final TaskLookup tasks;
  private final TaskShelf shelf;
  private final Dependencies dependencies;
  private final Convoys convoys;
  private final Interchange interchange;
  private final Slinging slinging;
  private final SlingLookup lookup;
  private final TaskExplaining explaining;
  private final PauseSwitch pause;
  private final DispatchCycle cycle;
  private final Duration retention;
  private final AtomicBoolean news = new AtomicBoolean();
  private volatile Runnable listener = () -> {};
  private volatile Runnable limitChanged = () -> {};

  /** Watches the jobs of slings from now on. */
  public Slings(Database database, Jobs jobs, Duration retention) {
    RandomGenerator dice = RandomGenerator.getDefault();
    this.retention = retention;
    this.configuration = new Configuration(database);
    this.projects = new Projects(database);
    this.tasks = new TaskLookup(database);
    this.shelf = new TaskShelf(database, dice);
    this.dependencies = new Dependencies(database);
    this.convoys = new Convoys(database, dice);
    this.interchange = new Interchange(database);
    var dispatching = new Dispatching(database, jobs, configuration);
    var scheduling = new Scheduling(database, configuration, dispatching);
    this.slinging = new Slinging(scheduling, tasks, convoys);
    this.lookup = new SlingLookup(database, configuration);
    this.explaining = new TaskExplaining(database, configuration, lookup);
    this.pause = new PauseSwitch(database);
    this.cycle = new DispatchCycle(database, configuration, dispatching);
    jobs.watchSlings(new SlingWatcher(database, this::wake));
    jobs.onAgentEnded(this::wake);
  }

  /** Tells that there may be something to dispatch. One listener. */
  public void onNews(Runnable listener) {
    this.listener = listener;
  }

  /**
   * Tells that the bound of agents was changed: who waits for it should look again. One listener.
   */
  public void onLimitChange(Runnable listener) {
    this.limitChanged = listener;
  }

  private void wake() {
    news.set(true);
    listener.run();
  }

  private <T> T waking(Supplier<T> change) {
    T changed = change.get();
    wake();
    return changed;
  }

  public List<Setting> settings() {
    return configuration.list();
  }

  public Setting setting(String name) {
    return configuration.find(name);
  }

  public Setting set(String name, String value, String actor) {
    Setting set = waking(() -> configuration.set(name, value, actor));
    limitChanged.run();
    return set;
  }

  public Project add(Project project) {
    return projects.add(project);
  }

  /** Everything of it but name and prefix. */
  public Project edit(Project project) {
    return waking(() -> projects.edit(project));
  }

  public Project removeProject(String name) {
    return projects.remove(name);
  }

  public List<Project> projects() {
    return projects.list();
  }

  public Project project(String name) {
    return projects.require(name);
  }

  public Task add(NewTask task) {
    return shelf.add(task);
  }

  public Task task(String id) {
    return tasks.find(id).orElseThrow(() -> SlingRefused.noTask(id));
  }

  /** In the order they were made. */
  public Page<Task> tasks(TaskFilter filter, int limit, @Nullable String cursor) {
    return tasks.list(filter, limit, cursor);
  }

  public Task edit(String id, TaskChange change) {
    return shelf.edit(id, change);
  }

  public Task close(String id, String reason) {
    return waking(() -> shelf.close(id, reason));
  }

  public Task reopen(String id) {
    return shelf.reopen(id);
  }

  /** Refused when it would close a circle. */
  public Task addDependency(String task, String on) {
    return dependencies.add(task, on);
  }

  public Task removeDependency(String task, String on) {
    return waking(() -> dependencies.remove(task, on));
  }

  /**
   * Why a task is not being worked on, or who does.
   *
   * @param jobs what there is to say about a job
   */
  public TaskExplanation explain(String task, Function<UUID, Explanation> jobs) {
    return explaining.explain(task, jobs);
  }

  /** Takes in JSON lines: ours, or those of Beads. */
  public Imported take(String lines) {
    return waking(() -> interchange.take(lines));
  }

  /** Tasks as JSON lines, by id. */
  public Page<String> export(@Nullable String project, @Nullable String cursor) {
    return interchange.export(project, cursor);
  }

  public Convoy createConvoy(String title, List<String> members, String actor) {
    return convoys.create(title, members, actor);
  }

  public Convoy convoy(String id) {
    return convoys.require(id);
  }

  /**
   * Newest first.
   *
   * @param all those that are done too
   */
  public Page<Convoy> convoys(boolean all, int limit, @Nullable String cursor) {
    return convoys.list(all, limit, cursor);
  }

  /** Schedules, or dispatches at once, as configured. A single task that is refused throws. */
  public List<Slung> sling(SlingOrder order, String actor) {
    return waking(() -> slinging.sling(order, actor));
  }

  public Optional<Sling> sling(UUID id) {
    return lookup.find(id);
  }

  /** Open ones, oldest first. */
  public Page<Sling> open(@Nullable String project, int limit, @Nullable String cursor) {
    return lookup.open(project, limit, cursor);
  }

  /** Closed ones too, newest first. */
  public Page<Sling> all(
      @Nullable String project, @Nullable String task, int limit, @Nullable String cursor) {
    return lookup.all(project, task, limit, cursor);
  }

  public SchedulerStatus status() {
    return lookup.status();
  }

  /** Nothing is dispatched once this has returned. */
  public void pause(String reason, String actor) {
    pause.pause(reason, actor);
  }

  public void resume() {
    pause.resume();
    wake();
  }

  /**
   * Closes open slings; answers how many.
   *
   * @param task null: all of them
   */
  public int clear(@Nullable String task) {
    if (task != null && tasks.find(task).isEmpty()) {
      throw SlingRefused.noTask(task);
    }
    return lookup.clear(task);
  }

  /** One cycle, now. */
  public Cycle run() {
    return cycle.run(PATIENCE);
  }

  /** What a cycle would do now. */
  public Cycle dryRun() {
    return cycle.dryRun();
  }

  /** A step of the scheduler: answers when to call again. */
  public Duration step() {
    Duration due = cycle.due(news.getAndSet(false), POLL);
    if (due.isPositive()) {
      return due;
    }
    return switch (cycle.run(Duration.ZERO).reason()) {
      case BUSY -> {
        news.set(true);
        yield BUSY;
      }
      case READY, CAPACITY, BATCH, PAUSED, NO_RUNNER, STOPPING -> POLL;
    };
  }

  /** A step of the pruner: answers how many slings it forgot. */
  public int prune(int chunk) {
    return lookup.prune(retention, chunk);
  }

  /** A cycle under way ends with the dispatch it is at. */
  public void drain() {
    cycle.stop();
  }
}
