package dev.pulse.cli;

import dev.pulse.Pulse;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse jobs tail}: what an attempt writes, while it does (A7). */
@Command(
    name = "tail",
    description = {
      "Shows the log of a job's last attempt, and follows it until the attempt ends.",
      "With --json, one object to a line."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs tail 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --attempt 2"})
final class JobsTailCommand extends JobCommand {
  @Option(names = "--attempt", paramLabel = "N", description = "Of this attempt, from 1.")
  private @Nullable Integer attempt;

  @Option(names = "--no-follow", description = "End with what is there.")
  private boolean asItIs;

  @Override
  void check() {
    if (attempt != null) {
      Bounds.range("--attempt", attempt, 1, Integer.MAX_VALUE);
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    try (Stream<String> lines = asItIs ? logged(pulse).lines() : followed(pulse)) {
      lines.forEach(this::show);
    }
    return ExitCode.OK;
  }

  private String logged(Pulse pulse) {
    return attempt == null ? pulse.log(id) : pulse.log(id, attempt);
  }

  private Stream<String> followed(Pulse pulse) {
    return attempt == null ? pulse.followLog(id) : pulse.followLog(id, attempt);
  }

  private void show(String line) {
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("line", line);
          json.writeEndObject();
        },
        screen -> screen.line(line));
  }
}
