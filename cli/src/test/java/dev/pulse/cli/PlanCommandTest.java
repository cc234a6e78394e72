package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code pulse plan …} and {@code pulse relay}, as people type them. */
class PlanCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @TempDir Path home;

  @BeforeEach
  void makeHome() {
    assertThat(type("init").exit()).isZero();
  }

  @Test
  void aNewDraftIsWrittenOnceAndLints() {
    var made = type("plan", "new", "release", "--title", "Release 2.0");
    assertThat(made.exit()).isZero();
    assertThat(Path.of(made.out().strip())).content().startsWith("# Release 2.0\n");
    assertThat(type("plan", "new", "release").exit()).isEqualTo(4);
    assertThat(type("plan", "new", "../release").exit()).isEqualTo(2);
    assertThat(type("plan", "lint", "release").exit()).isZero();
    assertThat(type("plan", "lint").out()).contains("release.md: ok", "hello.md:");
  }

  @Test
  void aNewDraftRunsAsItIs() throws Exception {
    type("plan", "new", "first");
    type("plan", "activate", "first");
    Runnable runner = Part.runner(server.client(), home);
    Runnable relay = Part.relay(server.client(), home);
    await()
        .atMost(SOON)
        .until(() -> type("plan", "list").out().contains("component 2 waits for a person"));
    relay.run();
    runner.run();
    assertThat(type("plan", "status", "first").out()).contains("the first step is done");
  }

  @Test
  void lintNamesFileAndLineAndFailsOnErrors() throws Exception {
    Path bad =
        Files.writeString(
            home.resolve("bad.md"),
            "**Scheduler:** pulse\n\n### Component 1: X\n**Agent:** two words\n");
    var answer = type("plan", "lint", bad.toString());
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(answer.out()).contains("bad.md:4: error: an agent is one word, not 'two words'");
    var json = type("plan", "lint", bad.toString(), "--json").json().path("plans").get(0);
    assertThat(json.path("problems").findValuesAsText("line")).contains("4");
    assertThat(type("plan", "lint", "nobody").exit()).isEqualTo(3);
  }

  @Test
  void aPlanIsFollowedFromDraftToTheEnd() throws Exception {
    Path plan = home.resolve("plans/active/hello.md");
    assertThat(type("plan", "approve", "hello").exit()).as("not active yet").isEqualTo(3);
    assertThat(type("plan", "activate", "hello").out()).isEqualTo(plan + System.lineSeparator());
    assertThat(type("plan", "activate", "hello").exit()).isEqualTo(4);
    var finish = new CountDownLatch(1);
    try (Worker _ = agents(finish)) {
      var relay = Thread.ofVirtual().start(() -> type("relay"));
      await()
          .atMost(SOON)
          .until(() -> type("plan", "explain", "hello", "1").out().contains("runs attempt 1"));
      assertThat(type("plan", "explain", "hello", "3").out())
          .startsWith("component 3 waits for component 1, which runs");
      assertThat(type("plan", "approve", "hello").err()).contains("waits for nobody");
      finish.countDown();
      await()
          .atMost(SOON)
          .until(() -> type("plan", "list").out().contains("component 2 waits for a person"));
      assertThat(type("plan", "status", "hello").out())
          .contains("done          1 of 3", "COMPLETED", "HUMAN");
      assertThat(type("plan", "approve", "hello", "--by", "ann").exit()).isZero();
      await().atMost(SOON).until(() -> !Files.exists(plan));
      relay.interrupt();
      relay.join();
    }
    assertThat(type("plan", "list").out()).doesNotContain("hello");
    assertThat(type("plan", "list", "--all").out()).contains("completed", "3/3");
    var status = type("plan", "status", "hello", "--json").json();
    assertThat(status.path("components").get(1).path("result").asText())
        .isEqualTo("approved by ann");
    String job = status.path("components").get(0).path("job").asText();
    assertThat(Typed.at(server.address()).run("jobs", "get", job).out()).contains("COMPLETED");
  }

  @Test
  void withoutTheFilesTheRelayIsAsked(@TempDir Path elsewhere) throws Exception {
    Files.writeString(
        home.resolve("plans/drafts/gate.md"),
        "**Scheduler:** pulse\n\n### Component 1: Look\n**Status:** PENDING\n**Agent:** HUMAN\n");
    var relay = Thread.ofVirtual().start(() -> type("relay"));
    var far = Typed.at(server.address());
    String there = elsewhere.toString();
    assertThat(far.run("plan", "activate", "nothing", "--home", there, "--timeout", "1m").exit())
        .isEqualTo(1);
    assertThat(far.run("plan", "activate", "gate", "--home", there).exit()).isZero();
    var approved = far.run("plan", "approve", "gate", "--home", there, "--json");
    assertThat(approved.json().path("completed").asInt()).isEqualTo(1);
    await().atMost(SOON).until(() -> !Files.exists(home.resolve("plans/active/gate.md")));
    relay.interrupt();
    relay.join();
  }

  @Test
  void theDoctorFindsPlansThatDoNotLint() throws Exception {
    Files.createDirectories(home.resolve("plans/active"));
    Files.writeString(home.resolve("plans/active/bad.md"), "**Scheduler:** pulse\n");
    assertThat(type("doctor", "--listen", "127.0.0.1:0").out())
        .containsPattern("warn +plans +1 of 1 active plans do not lint, bad is not run: line 1");
  }

  private static Worker agents(CountDownLatch finish) {
    return server
        .client()
        .worker()
        .topic("agents")
        .handle(
            "agent",
            job -> {
              finish.await();
              Path made =
                  Path.of(
                      new ObjectMapper()
                          .readTree(job.rawArgs().text())
                          .path("deliverable")
                          .asText());
              Files.createDirectories(made.getParent());
              Files.writeString(made, "made\n");
              return Outcome.done(Map.of("outcome", "DONE", "output", "made"));
            })
        .start();
  }

  private Typed.Answer type(String... words) {
    return Typed.at(server.address())
        .run(
            Stream.concat(Stream.of(words), Stream.of("--home", home.toString()))
                .toArray(String[]::new));
  }
}
