package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BenchCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @Test
  void itMeasuresAndLeavesNothingUnfinishedInATopicOfItsOwn() {
    var answer = Typed.at(server.address()).run("bench", "--jobs", "750", "--json").json();
    assertThat(answer.path("jobs").asInt()).isEqualTo(750);
    assertThat(answer.path("submits_per_second").asLong()).isPositive();
    assertThat(answer.path("drains_per_second").asLong()).isPositive();
    assertThat(answer.path("latency_p50_us").asLong()).isPositive();
    assertThat(answer.path("latency_p99_us").asLong())
        .isGreaterThanOrEqualTo(answer.path("latency_p50_us").asLong());
    var made = JobFilter.all().topic(answer.path("topic").asText()).pageSize(500);
    assertThat(server.client().jobs(made))
        .hasSize(750 + 220)
        .allMatch(job -> job.status() == JobStatus.COMPLETED);
  }

  @Test
  void peopleSeeProgressAndFourFigures() {
    var typed = Typed.at(server.address()).onTerminal(80, false);
    var answer = typed.run("bench", "--jobs", "1", "--topic", "bench-once", "--concurrency", "1");
    assertThat(answer.exit()).isZero();
    assertThat(answer.out()).contains("submit", "drain", "jobs/s", "p50 ", "p99 ");
    assertThat(answer.err()).contains("submitting [", "1 of 1", "one by one");
  }
}
