package dev.pulse.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse init}: makes a home with samples of what can be set. */
@Command(
    name = "init",
    description = "Makes a home with samples; files that are there already are kept.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse init --home ./demo"})
final class InitCommand implements Callable<Integer> {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:PULSE_HOME:-${sys:user.home}/.pulse}",
      description = "Home folder (PULSE_HOME; default ~/.pulse).")
  private Path home = Path.of(".pulse");

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    try {
      Map<Path, Boolean> made = HomeFiles.samples(home);
      output.answer(
          json -> {
            json.writeStartObject();
            for (var file : made.entrySet()) {
              json.writeStringField(file.getKey().toString(), file.getValue() ? "made" : "kept");
            }
            json.writeEndObject();
          },
          screen -> made.forEach((file, fresh) -> screen.line((fresh ? "made " : "kept ") + file)));
      return ExitCode.OK.number;
    } catch (IOException e) {
      output.remark("cannot make " + home + ": " + e);
      return ExitCode.FAILED.number;
    }
  }
}
