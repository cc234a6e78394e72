package dev.pulse.cli;

import dev.pulse.Json;
import dev.pulse.Pulse;
import dev.pulse.Runs;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse runs signal}: delivers what a run waits for (N5). */
@Command(
    name = "signal",
    description = {
      "Delivers a signal that a run waits for.",
      "Doing it again changes nothing and shows the first delivery."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse runs signal 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b approve \\",
      "    --payload '{\"ok\":true}'"
    })
final class RunsSignalCommand extends RunCommand {
  @Parameters(index = "1", paramLabel = "SIGNAL", description = "The signal's name.")
  @SuppressWarnings("NullAway.Init") // picocli insists on it
  private String signal;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "What it brings: JSON, @file, or - for stdin (default: nothing).")
  private @Nullable String payload;

  @Option(
      names = "--wait-id",
      paramLabel = "UUID",
      converter = JobIdText.class,
      description = "Only for this wait, where the name is used again.")
  private @Nullable UUID waitId;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "A second delivery with this key is the first again.")
  private @Nullable String key;

  @Override
  void check() {
    Bounds.text("SIGNAL", signal, Bounds.LONGEST_NAME);
    Bounds.text("--idempotency-key", key, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Json brought =
        payload == null ? null : new ArgsText(payload).read(output.around(), "--payload");
    Json told = pulse.runs().signal(run, new Runs.Delivery(signal, brought, waitId, key));
    output.answer(json -> json.writeRawValue(told.text()), screen -> screen.line(told.text()));
    return ExitCode.OK;
  }
}
