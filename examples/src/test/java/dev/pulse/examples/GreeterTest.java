package dev.pulse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Job;
import dev.pulse.JobContext;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.testing.EmbeddedPulse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How a user tests a handler of theirs: with a real server, started in one line. */
class GreeterTest {
  // docs:testing
  record Guest(String name) {}

  static Outcome greet(Guest guest, JobContext job) {
    return guest.name().isBlank()
        ? Outcome.failForGood("nobody to greet")
        : Outcome.done("Hello, " + guest.name() + "!");
  }

  private static EmbeddedPulse embedded;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
    embedded.client().worker().handle("greet", Guest.class, GreeterTest::greet).start();
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  @Test
  void guestsAreGreeted() {
    JobHandle handle = embedded.client().submit("greet", new Guest("Ada"));
    handle.await(Duration.ofMinutes(1));
    assertThat(handle.result(String.class)).contains("Hello, Ada!");
  }

  @Test
  void nobodyIsADeadLetter() {
    Job job = embedded.client().submit("greet", new Guest("")).await(Duration.ofMinutes(1));
    assertThat(job.status()).isEqualTo(JobStatus.DEAD_LETTERED);
    assertThat(job.lastError()).isEqualTo("nobody to greet");
  }
  // end
}
