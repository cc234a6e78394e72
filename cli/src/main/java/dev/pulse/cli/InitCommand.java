package dev.pulse.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
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
  private static final List<String> SAMPLES =
      List.of(
          "README.md",
          "pulse.env",
          "config.sample.json",
          "agents/shell.md",
          "agents/coder.md",
          "plans/drafts/hello.md",
          "fleet.org",
          "lifecycle.org");

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
      Files.createDirectories(home, mode("rwx------"));
      var made = new LinkedHashMap<Path, Boolean>();
      for (String sample : SAMPLES) {
        made.put(home.resolve(sample), make(sample));
      }
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

  /** Passwords are written into them, so they are nobody else's to read from the start. */
  private boolean make(String sample) throws IOException {
    Path file = home.resolve(sample);
    if (Files.exists(file)) {
      return false;
    }
    Files.createDirectories(Objects.requireNonNull(file.getParent()), mode("rwx------"));
    try (InputStream text = InitCommand.class.getResourceAsStream("home/" + sample)) {
      byte[] content = Objects.requireNonNull(text, sample).readAllBytes();
      Files.write(Files.createFile(file, mode("rw-------")), content);
    }
    return true;
  }

  private static FileAttribute<?> mode(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }
}
