package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @Test
  void itMeasuresAndLeavesNothingUnfinishedInATopicOfItsOwn() {
    JsonNode answer =
        Typed.at(server.address())
            .run("bench", "--jobs", "750", "--rate", "100", "--for", "500ms", "--json")
            .json();
    assertThat(answer.path("jobs").asInt()).isEqualTo(750);
    assertThat(answer.path("jobs_made").asInt()).isEqualTo(750 + 750 + 220 + 50);
    for (String rate : new String[] {"submits", "single_submits", "drains", "reached"}) {
      assertThat(answer.path(rate + "_per_second").asLong()).as(rate).isPositive();
    }
    assertThat(answer.path("offered_per_second").asLong()).isEqualTo(100);
    for (String latency : new String[] {"latency", "loaded"}) {
      assertThat(answer.path(latency + "_p50_us").asLong()).as(latency).isPositive();
      assertThat(answer.path(latency + "_p99_us").asLong())
          .as(latency)
          .isGreaterThanOrEqualTo(answer.path(latency + "_p50_us").asLong());
    }
    var made = JobFilter.all().topic(answer.path("topic").asText()).pageSize(500);
    assertThat(server.client().jobs(made))
        .hasSize(answer.path("jobs_made").asInt())
        .allMatch(job -> job.status() == JobStatus.COMPLETED);
  }

  @Test
  void peopleSeeProgressATableAndAPageWithCharts(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("bench.html");
    var typed = Typed.at(server.address()).onTerminal(80, false);
    var answer =
        typed.run(
            "bench",
            "--jobs",
            "1",
            "--topic",
            "<b>once",
            "--concurrency",
            "1",
            "--for",
            "100ms",
            "--html",
            page.toString());
    assertThat(answer.exit()).isZero();
    assertThat(answer.out())
        .contains("submit, in batches", "submit, one by one", "drain", "jobs/s", "p50 ", "p99 ");
    assertThat(answer.err()).contains("submitting [", "1 of 1", "steady load [");
    assertThat(Files.readString(page))
        .contains("<svg", "Jobs drained", "&lt;b&gt;once")
        .doesNotContain("<b>once", "<script", "src=", "href=", "NaN", "Infinity");
  }

  @Test
  void aPageThatCannotBeWrittenIsSaid() {
    var answer =
        Typed.at(server.address())
            .run("bench", "--jobs", "1", "--for", "10ms", "--html", "/nonexistent/bench.html");
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(answer.err()).contains("cannot write /nonexistent/bench.html");
  }

  @Test
  void optionsOfThePeersNeedThem() {
    var answer = Typed.at(server.address()).run("bench", "--", "--quick");
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(answer.err()).contains("Unmatched argument: '--quick'");
  }
}
