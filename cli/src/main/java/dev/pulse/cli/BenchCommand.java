package dev.pulse.cli;

import dev.pulse.Pulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse bench}: how fast this server is for this client, right now (C2). */
@Command(
    name = "bench",
    description = {
      "Submits jobs and drains them with a worker of its own, in a topic of its own.",
      "The jobs stay as completed ones until they are pruned."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse bench --jobs 20000 --html bench.html",
      "  pulse bench --peers -- --quick"
    })
final class BenchCommand extends ClientCommand {
  private static final int MOST_SINGLES = 5_000;

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

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Jobs a second to offer, for latency under load (default: half of what it can do).")
  private @Nullable Integer rate;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = DurationText.class,
      defaultValue = "3s",
      description = "How long to offer them (default: ${DEFAULT-VALUE}).")
  private Duration window = Duration.ofSeconds(3);

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a report with charts, one file that needs nothing else.")
  private @Nullable Path html;

  @Option(
      names = "--peers",
      description =
          "Measure Pulse beside other queues and bare SQL instead, on a Postgres of its own;"
              + " only in a source tree.")
  private boolean peers;

  @Parameters(
      paramLabel = "PEERS_OPTION",
      description = "With --peers, after --: --quick, --only, --workloads, --rounds.")
  private List<String> others = List.of();

  @Override
  void check() {
    Bounds.range("--jobs", jobs, 1, 1_000_000);
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.range("--concurrency", concurrency, 1, 10_000);
    Bounds.range("--rate", rate, 1, 1_000_000);
    if (window.isZero() || window.compareTo(Duration.ofHours(1)) > 0) {
      throw Misuse.option("--for", "it is longer than 0 and at most 1h");
    }
    if (!peers && !others.isEmpty()) {
      throw new Misuse("Unmatched argument: '%s'".formatted(others.getFirst()));
    }
  }

  @Override
  ExitCode run(Pulse pulse) throws InterruptedException, IOException {
    return peers ? besideOthers() : alone(pulse);
  }

  private ExitCode alone(Pulse pulse) throws InterruptedException {
    String lane = topic == null ? "bench-" + UUID.randomUUID() : topic;
    BenchResult result = measured(new Bench(pulse, lane, concurrency, output::progress), lane);
    output.progress("");
    output.answer(result::write, result::show);
    if (html != null) {
      try {
        Files.writeString(html, new BenchPage(result, output.around().clock().instant()).html());
      } catch (IOException e) {
        output.remark("cannot write %s: %s".formatted(html, e.getMessage()));
        return ExitCode.FAILED;
      }
    }
    return ExitCode.OK;
  }

  private BenchResult measured(Bench bench, String lane) throws InterruptedException {
    int singles = Math.min(jobs, MOST_SINGLES);
    Pace batches = bench.submit(jobs);
    Pace each = bench.submitEach(singles);
    Pace drain = bench.drain(jobs + singles);
    Spread latency = bench.latency();
    // Submits and handlers share the server: what both can do together, and of that one half.
    double half = 0.5 / (1 / each.perSecond() + 1 / drain.perSecond());
    Bench.Load load = bench.load(rate == null ? Math.max(1, half) : rate, window);
    return new BenchResult(lane, jobs, singles, batches, each, drain, latency, load);
  }

  private ExitCode besideOthers() throws InterruptedException, IOException {
    Optional<Path> tree = SourceTree.around(BenchCommand.class);
    if (tree.isEmpty()) {
      output.remark("--peers is there in a source tree of pulse only");
      return ExitCode.FAILED;
    }
    return output.isJson()
        ? SourceTree.peers(tree.get(), others, List.of("--json", "-"))
        : SourceTree.peers(tree.get(), others, List.of());
  }
}
