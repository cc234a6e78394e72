package dev.pulse.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A contestant in a process of its own that is told by lines of JSON what to measure: {@code
 * driver.mjs} on Node, {@link Driver} on the JVM. What was compiled for one of them is not undone
 * by what the next one does.
 */
final class Driven implements Contestant {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedWriter in;
  private final BufferedReader out;
  private final About about;

  private Driven(Process process) throws IOException {
    this.process = process;
    this.in = process.outputWriter(StandardCharsets.UTF_8);
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.about = JSON.treeToValue(answer(), About.class);
  }

  static Driven start(Path folder, List<String> command) throws IOException {
    return new Driven(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  private JsonNode ask(Question question) throws IOException {
    in.write(JSON.writeValueAsString(question));
    in.newLine();
    in.flush();
    return answer();
  }

  private JsonNode answer() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the driver ended");
    }
    JsonNode answer = JSON.readTree(line);
    if (answer.has("error")) {
      throw new IOException(answer.path("error").asText());
    }
    return answer;
  }

  private Count count(Question question) throws IOException {
    return JSON.treeToValue(ask(question), Count.class);
  }

  private Times times(Question question) throws IOException {
    JsonNode answer = ask(question);
    return new Times(
        JSON.treeToValue(answer.path("fromCall"), long[].class),
        JSON.treeToValue(answer.path("fromCommit"), long[].class),
        answer.path("lost").asInt());
  }

  @Override
  public About about() {
    return about;
  }

  @Override
  public long client() {
    return process.pid();
  }

  @Override
  public void clear() throws IOException {
    ask(Question.of("clear"));
  }

  @Override
  public Count submit(int clients, Duration window) throws IOException {
    return count(Question.of("submit").clients(clients).within(window));
  }

  @Override
  public Count batch(Duration window) throws IOException {
    return count(Question.of("batch").within(window));
  }

  @Override
  public void fill(int jobs, Shape shape, int others) throws IOException {
    ask(Question.of("fill").jobs(jobs, shape, others));
  }

  @Override
  public Count drain(int jobs, Shape shape, int others, Duration limit) throws IOException {
    return count(Question.of("drain").jobs(jobs, shape, others).within(limit));
  }

  @Override
  public Times probe(int most, Duration limit) throws IOException {
    return times(Question.of("probe").most(most).within(limit));
  }

  @Override
  public Times load(double perSecond, Duration window) throws IOException {
    return times(Question.of("load").most(perSecond).within(window));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    in.close();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
