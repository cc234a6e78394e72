package dev.pulse.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.JobContext;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * Postgres, server, relay and shell agents in one process, as {@code up} has them, with a lease
 * that lapses soon: {@code EverythingProcess HOME}. Prints a line when it is ready.
 */
final class EverythingProcess {
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private EverythingProcess() {}

  public static void main(String[] arguments) throws Exception {
    var options = CommandLine.populateCommand(new HomeOptions(), "--home", arguments[0]);
    Store store = Store.open(options);
    store.migrate();
    var server = new PulseServer(ServerConfig.local(0).leasing(LEASE), store.database());
    Pulse pulse = Pulse.connect("127.0.0.1:" + server.port());
    Part.relay(pulse, Path.of(arguments[0]));
    pulse.worker().topic("agents").concurrency(8).handle("agent", EverythingProcess::run).start();
    System.out.println("ready");
  }

  private static Outcome run(JobContext job) throws IOException, InterruptedException {
    JsonNode args = JSON.readTree(job.rawArgs().text());
    var builder = new ProcessBuilder("sh").directory(new File(args.path("workdir").asText()));
    args.path("env")
        .properties()
        .forEach(entry -> builder.environment().put(entry.getKey(), entry.getValue().asText()));
    Process process = builder.redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(args.path("prompt").asText().getBytes(StandardCharsets.UTF_8));
    }
    int exit = process.waitFor();
    return exit == 0
        ? Outcome.done(Map.of("outcome", "DONE", "output", "did it"))
        : Outcome.failForGood("exit " + exit);
  }

  static Process start(Path home) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(EverythingProcess.class.getName());
    command.add(home.toString());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
