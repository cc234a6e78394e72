package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** D1 on the command line, with a worker that would take what it is given. */
class DispatchCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @Test
  void aPausedTopicStartsNothingUntilItIsResumed() {
    var typed = Typed.at(server.address());
    assertThat(typed.run("dispatch", "status").out()).isEqualTo("nothing is paused\n");
    typed.run("dispatch", "pause", "--topic", "held", "--reason", "deploy");
    var status = typed.run("dispatch", "status", "--json").json();
    assertThat(status.path("paused").asBoolean()).isFalse();
    assertThat(status.path("pauses").path(0).path("reason").asText()).isEqualTo("deploy");
    try (Worker worker =
        server
            .client()
            .worker()
            .topic("held")
            .topic("free")
            .handle("j", _ -> Outcome.done())
            .start()) {
      JobHandle held = server.client().submit("j", null, options -> options.topic("held"));
      JobHandle free = server.client().submit("j", null, options -> options.topic("free"));
      assertThat(free.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
      await().atMost(SOON).until(worker::connected);
      assertThat(held.get().status()).isEqualTo(JobStatus.PENDING);
      assertThat(typed.run("jobs", "explain", held.id().toString()).out())
          .contains("Its topic held is paused by anonymous", "deploy");
      assertThat(typed.run("dispatch", "resume", "--topic", "held").out())
          .isEqualTo("nothing is paused\n");
      assertThat(held.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
    }
  }

  @Test
  void aPauseOfEverythingIsToldAsSuch() {
    var typed = Typed.at(server.address());
    assertThat(typed.run("dispatch", "pause").out()).contains("everything", "no reason given");
    assertThat(typed.run("dispatch", "status", "--json").json().path("paused").asBoolean())
        .isTrue();
    typed.run("dispatch", "resume");
    assertThat(typed.run("dispatch", "status").out()).isEqualTo("nothing is paused\n");
  }
}
