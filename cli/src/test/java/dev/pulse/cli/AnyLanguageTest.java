package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the page as a reader would: with a shell, real processes and the files it shows. */
class AnyLanguageTest {
  private static final Path PAGE = Path.of("..", "docs", "learn", "any-language.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+) ?(\\S*)\\n(.*?)^```$");
  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  @RegisterExtension static final SharedPulse server = new SharedPulse();
  @TempDir Path folder;

  private record Block(String language, String role, String text) {}

  private Process worker;

  @AfterEach
  void stopWorker() {
    if (worker != null) {
      worker.destroyForcibly();
    }
  }

  @Test
  void everyBlockOfThePageDoesWhatThePageSays() throws Exception {
    installPulse();
    String said = "";
    int compared = 0;
    for (Block block : blocks()) {
      switch (block.role().replaceFirst(":.*", "")) {
        case "file" -> Files.writeString(folder.resolve(block.role().substring(5)), block.text());
        case "worker" -> worker = shell("exec " + block.text());
        case "run" -> said = output(shell("exec 2>&1\n" + block.text()));
        case "" -> {
          assertThat(anonymous(said)).isEqualTo(anonymous(block.text()));
          compared++;
        }
        default -> throw new AssertionError("a block that nobody runs: " + block);
      }
    }
    assertThat(compared).isEqualTo(3);
    worker.destroy();
    assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).as("SIGTERM was obeyed (H5)").isZero();
  }

  private static List<Block> blocks() throws IOException {
    var blocks = new ArrayList<Block>();
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      blocks.add(new Block(block.group(1), block.group(2), block.group(3)));
    }
    return blocks;
  }

  private void installPulse() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script = folder.resolve("pulse");
    // The flags quiet what the JVM has to say about gRPC's Netty.
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \\
          --sun-misc-unsafe-memory-access=allow -cp '%s' %s "$@"
        """
            .formatted(java, System.getProperty("java.class.path"), PulseCommand.class.getName()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process shell(String command) throws IOException {
    var builder =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectError(new File(folder.toFile(), "stderr"));
    builder.environment().put("PULSE_SERVER", server.address());
    builder.environment().put("PULSE_TIMEOUT", "1m"); // also where much else runs
    builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
    return builder.start();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String anonymous(String text) {
    return ID.matcher(text).replaceAll("ID");
  }
}
