package dev.pulse.cli;

import dev.pulse.Pulse;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse bench}: how fast this server is for this client, right now (C2). */
@Command(
    name = "bench",
    description = {
      "Submits jobs and drains them with a worker of its own, in a topic of its own.",
      "The jobs stay as completed ones until they are pruned."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse bench --jobs 20000"})
final class BenchCommand extends ClientCommand {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many jobs, 1 to 1000000 (default: ${DEFAULT-VALUE}).")
  private int jobs = 10_000;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Topic to use; let no other worker serve it (default: a new one).")
  private @Nullable String topic;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many jobs its worker has at once, 1 to 10000 (default: ${DEFAULT-VALUE}).")
  private int concurrency = 100;

  @Override
  void check() {
    Bounds.range("--jobs", jobs, 1, 1_000_000);
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.range("--concurrency", concurrency, 1, 10_000);
  }

  @Override
  ExitCode run(Pulse pulse) throws InterruptedException {
    String lane = topic == null ? "bench-" + UUID.randomUUID() : topic;
    var bench = new Bench(pulse, lane, concurrency, output::progress);
    double submits = bench.submit(jobs);
    double drains = bench.drain(jobs);
    Bench.Latency latency = bench.latency();
    output.progress("");
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("topic", lane);
          json.writeNumberField("jobs", jobs);
          json.writeNumberField("submits_per_second", Math.round(submits));
          json.writeNumberField("drains_per_second", Math.round(drains));
          json.writeNumberField("latency_p50_us", latency.p50().toNanos() / 1_000);
          json.writeNumberField("latency_p99_us", latency.p99().toNanos() / 1_000);
          json.writeEndObject();
        },
        screen -> {
          screen.fact("submit", String.format(Locale.ROOT, "%,.0f jobs/s", submits));
          screen.fact("drain", String.format(Locale.ROOT, "%,.0f jobs/s", drains));
          screen.fact(
              "latency", "p50 %s, p99 %s".formatted(millis(latency.p50()), millis(latency.p99())));
        });
    return ExitCode.OK;
  }

  private static String millis(Duration time) {
    return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
  }
}
