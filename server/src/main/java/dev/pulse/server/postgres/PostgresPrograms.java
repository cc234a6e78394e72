package dev.pulse.server.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the Postgres programs for one folder, writing what they say to its log. */
final class PostgresPrograms {
  private final PostgresBinaries binaries;
  private final Path logFile;
  private final List<String> wrapper;

  PostgresPrograms(PostgresBinaries binaries, Path folder) {
    this.binaries = binaries;
    this.logFile = folder.resolve("postgres.log");
    this.wrapper = wrapper();
  }

  /**
   * Postgres refuses to run as root, so root starts it in a user namespace of its own. A session of
   * its own keeps the terminal's Ctrl-C, which is meant for us, away from it.
   */
  private static List<String> wrapper() {
    var words = new ArrayList<String>();
    if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      words.add("/usr/bin/setsid");
    }
    if ("root".equals(System.getProperty("user.name"))) {
      words.addAll(List.of("unshare", "--user"));
    }
    return List.copyOf(words);
  }

  Process launch(String program, List<String> arguments) throws IOException {
    var command = new ArrayList<>(wrapper);
    command.add(binaries.program(program).toString());
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  void run(String program, List<String> arguments) {
    try {
      Process process = launch(program, arguments);
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new PostgresTrouble(program + " did not end within two minutes");
      }
      if (process.exitValue() != 0) {
        throw new PostgresTrouble(program + " failed: " + lastLogLine() + advice());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresTrouble("interrupted while " + program + " ran", e);
    }
  }

  void stop(Path data) {
    run("pg_ctl", List.of("stop", "--pgdata=" + data, "--mode=fast", "--wait", "--timeout=60"));
  }

  /** Data of one major version is not read by another. */
  void refuseOtherVersion(Path data) throws IOException {
    String version = Files.readString(data.resolve("PG_VERSION")).strip();
    Process process =
        new ProcessBuilder(binaries.program("postgres").toString(), "--version").start();
    String ours =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!ours.contains(") " + version + ".")) {
      throw new PostgresTrouble(
          data
              + " was written by Postgres "
              + version
              + ", this is "
              + ours
              + ": dump it with the old version or use another home");
    }
  }

  String lastLogLine() {
    try {
      List<String> lines = Files.exists(logFile) ? Files.readAllLines(logFile) : List.of();
      return lines.reversed().stream().filter(line -> !line.isBlank()).findFirst().orElse("no log");
    } catch (IOException e) {
      return "its log " + logFile + " cannot be read";
    }
  }

  private String advice() {
    return wrapper.contains("unshare")
        ? " (root needs user namespaces to run Postgres: start pulse as another user, or give --database-url)"
        : "";
  }
}
