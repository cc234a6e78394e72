package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs and waits on the command line (C2, C3, N1 to N11). */
class RunsCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String THREE =
      """
      {"name":"cli","chain":true,"nodes":[
        {"id":"build","job":{"name":"cli.build","topic":"cli","args":{"n":9007199254740993,"f":1.50}}},
        {"id":"gate","wait":{"signal":"approve","expires_in":"3d","question":"Ship?"}},
        {"id":"ship","job":{"name":"cli.ship","topic":"cli"}}]}
      """;

  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private final Typed typed = Typed.at(server.address());

  @Test
  void aRunIsStartedSignaledAndFollowedToItsEnd() {
    try (Worker _ =
        server
            .client()
            .worker()
            .topic("cli")
            .handle("cli.build", job -> Outcome.done(job.rawArgs()))
            .handle("cli.ship", _ -> Outcome.done())
            .start()) {
      String id = typed.run("runs", "start", THREE).out().strip();
      await().atMost(SOON).until(() -> get(id).path("status").asText().equals("waiting"));
      assertThat(typed.run("runs", "get", id).out())
          .contains("build", "completed", "waits for approve", "Ship?", "/Pulse/v1/links/");
      assertThat(get(id).path("nodes").path(0).path("result").toString())
          .contains("9007199254740993");
      assertThat(typed.run("waits").out()).contains(id, "approve", "Ship?");
      assertThat(typed.run("waits", "--json").json().path("waits")).isNotEmpty();
      assertThat(typed.run("runs", "explain", id).out()).contains("waits for signal approve");
      String told = typed.run("runs", "signal", id, "approve", "--payload", "{\"ok\":true}").out();
      assertThat(told).contains("\"payload\":{\"ok\":true}");
      assertThat(typed.run("runs", "signal", id, "approve", "--json").out()).isEqualTo(told);
      assertThat(typed.run("runs", "events", id, "--follow").out())
          .contains("run.started", "run.suspended", "signal.delivered", "run.completed");
      assertThat(typed.run("runs", "list", "--status", "completed").out()).contains(id);
      assertThat(typed.run("runs", "retry", id).exit()).as("conflict").isEqualTo(4);
    }
  }

  private JsonNode get(String id) {
    return typed.run("runs", "get", id, "--json").json();
  }

  @Test
  void aRunIsCanceledAndRetried() {
    String id =
        typed
            .run(
                "runs",
                "start",
                "{\"nodes\":[{\"id\":\"w\",\"wait\":{\"signal\":\"s\"}}]}",
                "--json")
            .json()
            .path("id")
            .asText();
    assertThat(typed.run("runs", "cancel", id).out()).contains("canceled");
    assertThat(typed.run("runs", "signal", id, "s").exit()).isEqualTo(4);
    assertThat(typed.run("runs", "signal", id, "s").err()).contains("run_closed");
    assertThat(typed.run("runs", "retry", id).out()).contains("waiting");
    assertThat(typed.run("runs", "cancel", id).exit()).isZero();
  }

  @Test
  void whatIsWrongIsToldBeforeAnythingIsSent() {
    String nobody = UUID.randomUUID().toString();
    assertThat(typed.run("runs", "get", nobody).exit()).isEqualTo(3);
    assertThat(typed.run("runs", "start", "{").exit()).isEqualTo(2);
    assertThat(typed.run("runs", "start", "{\"why\":1}").err()).contains("why is not a field");
    assertThat(typed.run("runs", "start", "{\"nodes\":[{\"id\":\"a\"}]}").err())
        .contains("either a job or a wait");
    assertThat(typed.run("runs", "start", "{\"nodes\":[]}").exit()).isEqualTo(2);
    assertThat(typed.run("runs", "list", "--status", "odd").exit()).isEqualTo(2);
  }

  @Test
  void aCommandMayBeANodeThatWaits() {
    Typed other = Typed.at(server.address());
    String run =
        """
        {"name":"shell","nodes":[{"id":"ask","job":{"name":"shell.ask","topic":"shell"}}]}
        """;
    String command =
        "if [ -n \"$PULSE_SIGNAL_PAYLOAD\" ]; then printf %s \"$PULSE_SIGNAL_PAYLOAD\";"
            + " else echo SUSPEND approve; echo May I go on?; fi";
    Thread worker =
        Thread.ofVirtual()
            .start(
                () -> other.run("worker", "--topic", "shell", "--handle", "shell.ask=" + command));
    try {
      String id = typed.run("runs", "start", run).out().strip();
      await().atMost(SOON).until(() -> get(id).path("status").asText().equals("waiting"));
      assertThat(get(id).path("waits").path(0).path("question").asText()).isEqualTo("May I go on?");
      typed.run("runs", "signal", id, "approve", "--payload", "[1.50]");
      await().atMost(SOON).until(() -> get(id).path("status").asText().equals("completed"));
      assertThat(typed.run("runs", "get", id, "--json").out()).contains("\"result\":[1.50]");
    } finally {
      worker.interrupt();
    }
  }
}
