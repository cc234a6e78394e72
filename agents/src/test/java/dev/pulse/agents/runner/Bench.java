package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Job;
import dev.pulse.JobContext;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A home with agents, programs that play command lines, and a runner. */
final class Bench implements Links, AutoCloseable {
  static final Duration SOON = Duration.ofMinutes(1);

  final Path home;
  final List<String> parked = new CopyOnWriteArrayList<>();
  final StringBuffer watched = new StringBuffer();
  final List<Map<String, Object>> failures = new CopyOnWriteArrayList<>();
  final Map<String, Map<String, Object>> published = new ConcurrentHashMap<>();
  private final Links server;
  private final Pulse pulse;
  private final Path programs;
  private String path;
  private final String topic = Runner.TOPIC;
  private Runner runner;

  Bench(Path folder, Pulse pulse) throws IOException {
    this.home = Files.createDirectories(folder.resolve("home"));
    this.programs = Files.createDirectories(folder.resolve("bin"));
    this.path = programs + ":" + System.getenv("PATH");
    this.pulse = pulse;
    this.server = new ServerLinks(pulse);
    Files.createDirectories(home.resolve("agents"));
  }

  Bench start(int slots) {
    var options =
        RunnerOptions.DEFAULT
            .withSlots(slots)
            .withGrace(Duration.ofSeconds(1))
            .withDrain(Duration.ofMillis(100))
            .withEnv(Map.of("PATH", path));
    runner = Runner.start(pulse, home, options, this);
    return this;
  }

  /** Where the agents find more programs. */
  Bench programs(Path folder) {
    path = folder + ":" + path;
    return this;
  }

  /** An agent file. */
  Bench agent(String name, String frontMatter) {
    write(home.resolve("agents/" + name + ".md"), "---\n" + frontMatter + "\n---\nBe brief.\n");
    return this;
  }

  /** A program on the agents' PATH. */
  Bench program(String name, String script) {
    Path file = programs.resolve(name);
    write(file, "#!/bin/sh\n" + script + "\n");
    try {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** A program that tells a story of a command line's, and then ends so. */
  Bench storyteller(String name, String story, int exit) throws IOException {
    try (var in = Bench.class.getResourceAsStream("told/" + story + ".jsonl")) {
      Files.write(programs.resolve(name + ".told"), in.readAllBytes());
    }
    return program(name, "cat > \"$0.heard\"; cat \"$0.told\"; exit " + exit);
  }

  String heard(String name) throws IOException {
    return Files.readString(programs.resolve(name + ".heard"));
  }

  JobHandle submit(String agent, String prompt) {
    return submit(agent, prompt, Map.of());
  }

  JobHandle submit(String agent, String prompt, Map<String, Object> more) {
    var args = new HashMap<String, Object>(more);
    args.put("agent", agent);
    args.put("prompt", prompt);
    return pulse.submit(Runner.JOB, args, options -> options.topic(topic).maxAttempts(1));
  }

  Job ended(JobHandle job) {
    return job.await(SOON);
  }

  void awaitStatus(JobHandle job, JobStatus status) {
    await().atMost(SOON).until(() -> pulse.job(job.id()).status() == status);
  }

  static JsonNode result(Job job) throws IOException {
    assertThat(job.lastError()).isNull();
    return new ObjectMapper().readTree(job.result().text());
  }

  Path log(JobHandle job, int attempt) {
    return home.resolve("logs/" + job.id() + "/" + attempt + ".log");
  }

  @Override
  public void log(JobContext job, String text) {
    watched.append(text);
    server.log(job, text);
  }

  @Override
  public void park(String limit, Instant until, String reason) {
    parked.add(limit + ": " + reason);
    server.park(limit, until, reason);
  }

  @Override
  public void publish(String agent, Map<String, Object> document) {
    published.put(agent, document);
  }

  @Override
  public void withdraw(String agent) {
    published.remove(agent);
  }

  @Override
  public Outcome failed(String error, boolean forGood, Map<String, Object> result) {
    failures.add(result);
    return server.failed(error, forGood, result);
  }

  @Override
  public Outcome suspended(
      JobContext job, String signal, String question, Map<String, Object> result) {
    failures.add(result);
    return server.suspended(job, signal, question, result);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (runner != null) {
      runner.close();
    }
  }
}
