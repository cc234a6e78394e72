package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobsCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private static String submitted(String topic) {
    return server
        .client()
        .submit("greet", Json.of("{\"a\":1}"), options -> options.topic(topic))
        .id()
        .toString();
  }

  @Test
  void aListShowsTheNewestFirstAndPagesByCursor() {
    String first = submitted("jobs-list");
    String second = submitted("jobs-list");
    var typed = Typed.at(server.address());
    var all = typed.run("jobs", "list", "--topic", "jobs-list");
    assertThat(all.out().lines().toList().get(0)).startsWith("ID").contains("STATUS", "AGE");
    assertThat(all.out()).containsSubsequence(second, first).contains("PENDING");
    assertThat(all.out()).as("no colour where nobody looks").doesNotContain("\u001b");
    var page = typed.run("jobs", "list", "--topic", "jobs-list", "--limit", "1", "--json");
    assertThat(page.json().path("jobs").get(0).path("id").asText()).isEqualTo(second);
    assertThat(page.json().path("jobs").get(0).path("args").path("a").asInt()).isEqualTo(1);
    String cursor = page.json().path("next_cursor").asText();
    var next = typed.run("jobs", "list", "--topic", "jobs-list", "--cursor", cursor, "--json");
    assertThat(next.json().path("jobs").get(0).path("id").asText()).isEqualTo(first);
    assertThat(next.json().path("next_cursor").isNull()).isTrue();
    assertThat(typed.run("jobs", "list", "--topic", "jobs-list", "--limit", "1").err())
        .isEqualTo("more: --cursor " + cursor + "\n");
  }

  @Test
  void watchingNeedsSomebodyWhoWatches() {
    var typed = Typed.at(server.address());
    assertThat(typed.run("jobs", "list", "--watch").exit()).isEqualTo(2);
    var asJson = typed.onTerminal(80, false).run("jobs", "list", "--watch", "--json");
    assertThat(asJson.exit()).isEqualTo(2);
    assertThat(asJson.err()).contains("--watch").contains("terminal");
  }

  @Test
  void aListCanBeNarrowedByNameAndStatus() {
    String id = submitted("jobs-narrow");
    var typed = Typed.at(server.address());
    assertThat(
            typed
                .run(
                    "jobs",
                    "list",
                    "--topic",
                    "jobs-narrow",
                    "--status",
                    "pending",
                    "--name",
                    "greet")
                .out())
        .contains(id);
    assertThat(typed.run("jobs", "list", "--topic", "jobs-narrow", "--status", "RUNNING").out())
        .isEqualTo("no jobs\n");
  }

  @Test
  void aTableFitsTheTerminal() {
    server
        .client()
        .submit("a-very-long-name-".repeat(8), null, options -> options.topic("jobs-wide"));
    for (int columns : new int[] {80, 200}) {
      var answer =
          Typed.at(server.address())
              .onTerminal(columns, true)
              .run("jobs", "list", "--topic", "jobs-wide");
      assertThat(answer.out()).contains("\u001b[1m");
      assertThat(answer.out().replaceAll("\u001b\\[\\d+m", "").lines())
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }
  }

  @Test
  void aJobIsShownWithItsArgs() {
    String id = submitted("jobs-get");
    var typed = Typed.at(server.address());
    assertThat(typed.run("jobs", "get", id).out()).contains(id, "{\"a\":1}", "0 of 5", "PENDING");
    assertThat(typed.run("jobs", "get", id, "--json").json().path("topic").asText())
        .isEqualTo("jobs-get");
  }

  @Test
  void aJobIsCanceledOnceAndStartsOverWhenRetried() {
    String id = submitted("jobs-cancel");
    var typed = Typed.at(server.address());
    assertThat(typed.run("jobs", "cancel", id).out()).isEqualTo(id + " CANCELED\n");
    var again = typed.run("jobs", "cancel", id);
    assertThat(again.exit()).isEqualTo(4);
    assertThat(again.err()).startsWith("pulse: ").hasLineCount(1);
    var retried = typed.run("jobs", "retry", id, "--json");
    assertThat(retried.json().path("status").asText()).isEqualTo("PENDING");
    assertThat(typed.run("jobs", "retry", id).exit()).as("it is not finished").isEqualTo(4);
  }

  @Test
  void whoWaitsIsToldWhy() {
    String id = submitted("jobs-explain");
    var typed = Typed.at(server.address());
    assertThat(typed.run("jobs", "explain", id).out()).contains("PENDING", "No worker");
    assertThat(
            typed
                .run("jobs", "explain", id, "--json")
                .json()
                .path("reasons")
                .get(0)
                .path("code")
                .asText())
        .isEqualTo("no_worker");
  }

  @Test
  void everyAttemptIsListedWithItsError() {
    UUID id =
        server
            .client()
            .submit("fails", null, options -> options.topic("jobs-attempts").maxAttempts(1))
            .id();
    var typed = Typed.at(server.address());
    assertThat(typed.run("jobs", "attempts", id.toString()).out()).isEqualTo("no attempts\n");
    try (Worker _ =
        server
            .client()
            .worker()
            .topic("jobs-attempts")
            .name("w1")
            .handle("fails", job -> Outcome.fail("out of ink\nand of paper", List.of(7)))
            .start()) {
      await().atMost(SOON).until(() -> server.client().job(id).status() == JobStatus.DEAD_LETTERED);
    }
    var shown = typed.run("jobs", "attempts", id.toString());
    assertThat(shown.out()).contains("FAILED", "w1", "out of ink", "[7]").hasLineCount(2);
    var json = typed.run("jobs", "attempts", id.toString(), "--json").json().path("attempts");
    assertThat(json.get(0).path("number").asInt()).isEqualTo(1);
    assertThat(json.get(0).path("error").asText()).isEqualTo("out of ink\nand of paper");
    assertThat(json.get(0).path("result").get(0).asInt()).isEqualTo(7);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    String id = UUID.randomUUID().toString();
    for (String command : new String[] {"get", "cancel", "retry", "explain", "attempts"}) {
      var answer = Typed.at(server.address()).run("jobs", command, id);
      assertThat(answer.exit()).as(command).isEqualTo(3);
      assertThat(answer.err()).startsWith("pulse: ").contains(id).hasLineCount(1);
      assertThat(answer.out()).isEmpty();
    }
  }

  @Test
  void countsAreByTopicAndStatus() {
    submitted("jobs-counts");
    var typed = Typed.at(server.address());
    assertThat(typed.run("counts").out()).contains("TOPIC", "PENDING", "jobs-counts");
    assertThat(typed.run("counts", "--json").json().path("counts"))
        .anySatisfy(
            count -> {
              assertThat(count.path("topic").asText()).isEqualTo("jobs-counts");
              assertThat(count.path("status").asText()).isEqualTo("PENDING");
              assertThat(count.path("count").asInt()).isEqualTo(1);
            });
  }
}
