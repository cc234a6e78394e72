package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import dev.pulse.WorkerBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse worker}: makes any executable a handler (C2). */
@Command(
    name = "worker",
    description = {
      "Runs jobs with commands of yours, until Ctrl-C.",
      "The command gets the job's args on stdin, and PULSE_JOB_ID and PULSE_ATTEMPT. Exit 0: done,"
          + " stdout is the result; exit 75: later; any other: failed, with the end of stderr. What it writes can be followed by jobs tail."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse worker --topic mail --handle email='./send-email.sh'"})
final class WorkerCommand extends ClientCommand {
  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Take jobs of this topic; may be repeated (default: default).")
  private List<String> topics = List.of();

  @Option(
      names = "--handle",
      paramLabel = "NAME=COMMAND",
      required = true,
      converter = HandleText.class,
      description = "Run jobs of this name with this command, by sh -c; may be repeated.")
  private List<HandleText.Handle> handles = List.of();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many jobs at the same time (default: ${DEFAULT-VALUE}).")
  private int concurrency = 10;

  @Option(names = "--name", paramLabel = "NAME", description = "What the server calls this worker.")
  private @Nullable String name;

  @Option(
      names = "--snooze",
      paramLabel = "DURATION",
      converter = DurationText.class,
      defaultValue = "1m",
      description = "How much later exit 75 means (default: ${DEFAULT-VALUE}).")
  private Duration snooze = Duration.ofMinutes(1);

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationText.class,
      defaultValue = "3s",
      description =
          "How long a command may take to end after SIGTERM, when its job is canceled"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration grace = Duration.ofSeconds(3);

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      converter = DurationText.class,
      defaultValue = "30s",
      description =
          "How long running commands may go on when the worker stops (default: ${DEFAULT-VALUE}).")
  private Duration drain = Duration.ofSeconds(30);

  @Override
  void check() {
    topics.forEach(topic -> Bounds.text("--topic", topic, Bounds.LONGEST_NAME));
    Bounds.text("--name", name, Bounds.LONGEST_NAME);
    Bounds.range("--concurrency", concurrency, 1, 10_000);
    Set<String> names = new HashSet<>();
    for (HandleText.Handle handle : handles) {
      if (!names.add(handle.name())) {
        throw Misuse.option("--handle", "there are two commands for " + handle.name());
      }
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    greet(pulse);
    var leaving = new Leaving();
    try (var stop = new UntilStopped();
        Worker worker = worker(pulse, leaving).start()) {
      announce(worker);
      try {
        stop.await();
      } catch (InterruptedException e) {
        // Who runs us in a thread of theirs stops us so, and the worker closes as after a signal.
      } finally {
        leaving.begin();
      }
    }
    return ExitCode.OK;
  }

  /** A worker outlasts a server that is away, but not a refusal. */
  private void greet(Pulse pulse) {
    try {
      pulse.page(JobFilter.all().pageSize(1));
    } catch (PulseException e) {
      if (ExitCode.of(e.code()) != ExitCode.UNREACHABLE) {
        throw e;
      }
      output.remark(e.getMessage() + "; the worker keeps trying");
    }
  }

  private WorkerBuilder worker(Pulse pulse, Leaving leaving) {
    WorkerBuilder builder = pulse.worker().concurrency(concurrency).closeWithin(drain);
    topics.forEach(builder::topic);
    if (name != null) {
      builder.name(name);
    }
    for (HandleText.Handle handle : handles) {
      builder.handle(handle.name(), new ShellHandler(handle.command(), grace, snooze, leaving));
    }
    return builder;
  }

  private void announce(Worker worker) {
    List<String> lanes = topics.isEmpty() ? List.of("default") : topics;
    List<String> names = handles.stream().map(HandleText.Handle::name).toList();
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("worker", worker.name());
          JobJson.list(json, "topics", lanes, JsonGenerator::writeString);
          JobJson.list(json, "handlers", names, JsonGenerator::writeString);
          json.writeEndObject();
        },
        screen ->
            screen.line(
                "worker %s takes %s from %s"
                    .formatted(worker.name(), String.join(", ", names), String.join(", ", lanes))));
  }
}
