package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.NewTask;
import dev.pulse.Outcome;
import dev.pulse.Project;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks, slings and their scheduler on the command line (G1–G9, C2, C3). */
class SlingCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static EmbeddedPulse server;
  private static int projects;

  @TempDir Path folder;
  private String project;
  private String prefix;

  @BeforeAll
  static void startServer() {
    server = EmbeddedPulse.start();
    pulse().statuses().put("agent", "coder", Map.of("limits", List.of()));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  /** Nothing is dispatched by itself: the scheduler is deferred, and paused. */
  @BeforeEach
  void makeProject() {
    projects++;
    project = "project" + projects;
    prefix = "p" + projects;
    pulse().tasks().addProject(Project.of(project, prefix, "/nowhere").agent("coder"));
    pulse().config().set("scheduler.max_agents", "5");
    pulse().scheduler().pause("a test");
  }

  @AfterEach
  void clear() {
    pulse().scheduler().clear();
  }

  private static Pulse pulse() {
    return server.client();
  }

  private static Typed.Answer run(String... words) {
    return Typed.at(server.address()).run(words);
  }

  private String id(String name) {
    return prefix + "-" + name;
  }

  private String add(String name, String... after) {
    String id = id(name);
    pulse().tasks().add(NewTask.withId(id, "The " + name).dependsOn(after));
    return id;
  }

  @Test
  void eachTaskSaysWhatBecameOfItAndWhy() {
    String one = add("one");
    String two = add("two", one);
    var answer = run("sling", one, two, id("none"), project);
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(answer.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo(one + "  is scheduled in " + project),
            line -> assertThat(line).isEqualTo(two + "  waits for " + one),
            line -> assertThat(line).startsWith(id("none") + " refused: ").contains("no task"),
            line ->
                assertThat(line)
                    .startsWith("3 tasks: 1 scheduled, 1 blocked, 1 refused; pulse convoy show "));
    assertThat(run("sling", one, "--json").json().path("slung").path(0).path("result").asText())
        .isEqualTo("existing");
  }

  /** G4's order: each command is wrong in one respect more than the one before it. */
  @Test
  void refusalsComeInTheirOrderAndWriteNothing() throws IOException {
    String task = add("task");
    refused(3, "there is no task", "sling", id("none"));
    refused(3, "there is no project nowhere", "sling", task, "nowhere", "--formula", "f");
    pulse().tasks().addProject(Project.of(project + "x", prefix + "x", "/nowhere"));
    refused(2, "--force", "sling", task, project + "x", "--formula", "f");
    refused(3, "formula none", "sling", task, "--formula", "none", "--home", folder.toString());
    Files.createDirectories(folder.resolve("formulas"));
    Files.writeString(folder.resolve("formulas/f.md"), "---\nvars:\n  it:\n---\nDo {{it}}");
    refused(2, "it", "sling", task, "--formula", "f", "--home", folder.toString());
    refused(3, "there is no agent nobody", "sling", task, "--agent", "nobody");
    assertThat(pulse().scheduler().list()).isEmpty();
    assertThat(pulse().scheduler().history(task)).isEmpty();
    assertThat(
            run("sling", task, "--formula", "f", "--var", "it=that", "--home", folder.toString())
                .exit())
        .isZero();
  }

  private static void refused(int exit, String why, String... words) {
    var answer = run(words);
    assertThat(answer.err()).startsWith("pulse: ").contains(why).hasLineCount(1);
    assertThat(answer.exit()).as(answer.err()).isEqualTo(exit);
    assertThat(answer.out()).isEmpty();
  }

  @Test
  void fiftyAtOnceMakeOneSling() throws Exception {
    String task = add("task");
    var ready = new CountDownLatch(1);
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          IntStream.range(0, 50)
              .mapToObj(
                  _ ->
                      pool.submit(
                          () -> {
                            ready.await();
                            return run("sling", task);
                          }))
              .toList();
      ready.countDown();
      int scheduled = 0;
      for (var answer : answers) {
        assertThat(answer.get().exit()).as(answer.get().err()).isZero();
        scheduled += answer.get().out().contains("is scheduled in") ? 1 : 0;
      }
      assertThat(scheduled).isEqualTo(1);
    }
    assertThat(pulse().scheduler().history(task)).hasSize(1);
  }

  @Test
  void aDryRunPrintsWhatTheRunThenDoes() {
    assertSame("paused");
    var go = new CountDownLatch(1);
    try (Worker _ = agents(go)) {
      pulse().config().set("scheduler.max_agents", "1");
      IntStream.range(0, 3).forEach(n -> add("t" + n));
      run("sling", id("t0"), id("t1"), id("t2"));
      pulse().scheduler().resume();
      await().atMost(SOON).until(() -> pulse().scheduler().status().running() == 1);
      assertSame("capacity");
      assertThat(run("scheduler", "status").out())
          .contains("[########################] 1 of 1 (1 running)");
      pulse().scheduler().clear();
      go.countDown();
      await().atMost(SOON).until(() -> pulse().scheduler().status().active() == 0);
      assertSame("ready");
    }
  }

  private static void assertSame(String reason) {
    String dry = run("scheduler", "run", "--dry-run").out();
    assertThat(dry).contains("; bound by " + reason + ". ");
    assertThat(run("scheduler", "run").out())
        .isEqualTo(dry.replace("would be dispatched", "dispatched"));
  }

  private static Worker agents(CountDownLatch go) {
    return pulse()
        .worker()
        .topic("agents")
        .handle(
            "agent",
            _ -> {
              go.await();
              return Outcome.done();
            })
        .start();
  }

  @Test
  void tasksAreShownListedAndClosed() {
    String one = add("one");
    String two = add("two", one);
    assertThat(run("task", "list", "--project", project).out())
        .contains(one + "  ready", two + "  blocked  The two  " + one);
    assertThat(run("task", "ready", "--project", project).out()).contains(one).doesNotContain(two);
    assertThat(run("task", "show", two).out())
        .contains("waits for     " + one, "state         blocked");
    refused(4, one, "task", "dep", one, "--on", two);
    assertThat(run("task", "close", one, "--reason", "done").out()).isEqualTo(one + " closed\n");
    assertThat(
            run("task", "ready", "--project", project, "--json").json().at("/tasks/0/id").asText())
        .isEqualTo(two);
    assertThat(run("task", "dep", two, "--on", one, "--remove").out())
        .isEqualTo(two + " waits for nothing\n");
    assertThat(run("task", "reopen", one).out()).isEqualTo(one + " is ready\n");
    assertThat(run("task", "show", id("none")).exit()).isEqualTo(3);
    assertThat(run("task", "explain", one).out()).startsWith(one + " open\n  ");
    assertThat(run("task", "list", "--limit", "1", "--status", "all").err())
        .isEqualTo("there are more than 1: --limit N\n");
  }

  @Test
  void tasksGoOutAndComeBackAsLines() throws IOException {
    add("one");
    add("two", id("one"));
    String lines = run("task", "export", "--project", project).out();
    assertThat(lines.lines()).hasSize(2).allMatch(line -> line.startsWith("{"));
    Path file = Files.writeString(folder.resolve("tasks.jsonl"), lines);
    assertThat(run("task", "import", file.toString()).out())
        .isEqualTo("0 added, 0 changed, 2 as they were\n");
    assertThat(Typed.at(server.address()).typing(lines).run("task", "import", "-").exit()).isZero();
    refused(2, "there is no file", "task", "import", "/nonexistent");
  }

  @Test
  void convoysTellHowFarTheyHaveCome() {
    String one = add("one");
    String two = add("two");
    String convoy = run("convoy", "create", "Both", one, two, "--json").json().path("id").asText();
    pulse().tasks().close(one, "done");
    assertThat(run("convoy", "show", convoy).out())
        .contains("[############------------] 1 of 2", one + "  closed", two + "  open");
    assertThat(run("convoy", "list").out()).contains(convoy + "  1/2   Both");
    pulse().tasks().close(two, "done");
    assertThat(run("convoy", "list", "--all").out()).contains(convoy + "  done");
    refused(3, "there is no convoy", "convoy", "show", "hq-cv-none");
  }

  @Test
  void settingsAreShownAndChanged() {
    assertThat(run("config", "set", "scheduler.max_agents", "-1").out())
        .isEqualTo("scheduler.max_agents = -1\n");
    assertThat(run("config", "get", "scheduler.max_agents").out()).isEqualTo("-1\n");
    assertThat(run("config", "list").out()).contains("scheduler.spawn_delay  0s");
    refused(2, "scheduler.max_agents", "config", "set", "scheduler.max_agents", "many");
    refused(3, "scheduler.interval", "config", "set", "scheduler.colour", "red");
    refused(2, "--jsn", "config", "set", "scheduler.max_agents", "--jsn");
  }

  @Test
  void statusSaysFirstWhatAnOperatorMustKnow() {
    // The runner of another test may not be gone yet.
    await().atMost(SOON).until(() -> pulse().scheduler().status().runners() == 0);
    String one = add("one");
    add("two", one);
    run("sling", one, id("two"));
    var lines =
        Typed.at(server.address())
            .onTerminal(80, false)
            .run("scheduler", "status")
            .out()
            .lines()
            .toList();
    assertThat(lines.getFirst()).startsWith("PAUSED        by ").endsWith(": a test");
    assertThat(lines)
        .contains(
            "mode          deferred: at most 5 agents, 1 a cycle",
            "agents        [------------------------] 0 of 5 (0 running)",
            "queued        2: 1 ready, 1 blocked",
            "runners       none is connected: no agent can start (pulse up, pulse runner)")
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    assertThat(run("scheduler", "status", "--json").json().path("blocked").asInt()).isEqualTo(1);
    assertThat(run("scheduler", "clear", one).out()).isEqualTo("1 cleared\n");
    assertThat(run("scheduler", "clear", "--all").out()).isEqualTo("1 cleared\n");
  }

  @Test
  void listsFitTheScreenAndSayWhatBlocks() {
    String one = add("one");
    String long_ = "a-name-that-is-longer-than-most-others";
    pulse()
        .tasks()
        .add(NewTask.withId(id("two"), "A title " + "that goes on ".repeat(9)).dependsOn(one));
    pulse().tasks().add(NewTask.withId(id("three"), long_).dependsOn(one, id("two")));
    run("sling", one, id("two"), id("three"));
    for (int columns : new int[] {80, 200}) {
      var typed = Typed.at(server.address()).onTerminal(columns, false);
      for (String[] words :
          List.of(
              new String[] {"scheduler", "list"},
              new String[] {"task", "list", "--project", project},
              new String[] {"config", "list"},
              new String[] {"project", "list"})) {
        assertThat(typed.run(words).out().lines())
            .as(String.join(" ", words))
            .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
      }
      assertThat(typed.run("scheduler", "list").out()).contains("blocked", "waits for");
    }
  }

  @Test
  void aProjectWithWorkLeftStays() {
    assertThat(run("project", "list").out()).contains(project, prefix, "coder");
    String one = add("one");
    assertThat(run("project", "remove", project).exit()).isEqualTo(4);
    pulse().tasks().close(one, "done");
    assertThat(run("project", "remove", project).out()).isEqualTo(project + " removed\n");
    assertThat(
            run("project", "add", project, "--prefix", prefix, "--repository", folder.toString())
                .out())
        .isEqualTo(
            "%s: tasks %s-…, done by whom a sling names, merged into main\n"
                .formatted(project, prefix));
  }
}
