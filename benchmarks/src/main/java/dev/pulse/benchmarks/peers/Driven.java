package dev.pulse.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A contestant on Node: a process that is told by lines of JSON what to measure. */
final class Driven implements Contestant {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedWriter in;
  private final BufferedReader out;
  private final String name;
  private final String version;
  private final String setup;
  private final int pace;

  private Driven(Process process, int pace) throws IOException {
    this.process = process;
    this.pace = pace;
    this.in = process.outputWriter(StandardCharsets.UTF_8);
    this.out = process.inputReader(StandardCharsets.UTF_8);
    JsonNode hello = answer();
    this.name = hello.path("name").asText();
    this.version = hello.path("version").asText();
    this.setup = hello.path("setup").asText();
  }

  static Driven start(Path folder, String driver, String jdbc, int pace) throws IOException {
    Process process =
        new ProcessBuilder("node", folder.resolve(driver).toString(), Arena.url(jdbc))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Driven(process, pace);
  }

  private JsonNode ask(Map<String, Object> question) throws IOException {
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

  private static Map<String, Object> question(String what) {
    var question = new TreeMap<String, Object>();
    question.put("what", what);
    return question;
  }

  private Count count(Map<String, Object> question) throws IOException {
    JsonNode answer = ask(question);
    return new Count(
        answer.path("jobs").asLong(), Math.round(answer.path("millis").asDouble() * 1e6));
  }

  private Times times(Map<String, Object> question) throws IOException {
    JsonNode answer = ask(question);
    return new Times(
        nanos(answer.path("from_call")),
        nanos(answer.path("from_commit")),
        answer.path("lost").asInt());
  }

  private static long[] nanos(JsonNode millis) {
    var nanos = new long[millis.size()];
    for (int at = 0; at < nanos.length; at++) {
      nanos[at] = Math.round(millis.get(at).asDouble() * 1e6);
    }
    return nanos;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public String setup() {
    return setup;
  }

  @Override
  public int pace() {
    return pace;
  }

  @Override
  public Duration warmUp() {
    return Duration.ofSeconds(10);
  }

  @Override
  public Set<Shape> shapes() {
    return Set.of(Shape.PLAIN, Shape.NOT_DUE);
  }

  @Override
  public boolean submitsBatches() {
    return true;
  }

  @Override
  public boolean starts() {
    return true;
  }

  @Override
  public long server() {
    return 0;
  }

  @Override
  public long client() {
    return process.pid();
  }

  @Override
  public void clear() throws IOException {
    ask(question("clear"));
  }

  @Override
  public Count submit(int clients, Duration window) throws IOException {
    var question = question("submit");
    question.put("clients", clients);
    question.put("millis", window.toMillis());
    return count(question);
  }

  @Override
  public Count batch(Duration window) throws IOException {
    var question = question("batch");
    question.put("millis", window.toMillis());
    return count(question);
  }

  @Override
  public void fill(int jobs, Shape shape, int others) throws IOException {
    var question = question("fill");
    question.put("jobs", jobs);
    question.put("later", shape == Shape.NOT_DUE ? others : 0);
    ask(question);
  }

  @Override
  public Count drain(int jobs, Shape shape, int others, Duration limit) throws IOException {
    var question = question("drain");
    question.put("jobs", jobs);
    question.put("millis", limit.toMillis());
    return count(question);
  }

  @Override
  public Times probe(int most, Duration limit) throws IOException {
    var question = question("probe");
    question.put("most", most);
    question.put("millis", limit.toMillis());
    return times(question);
  }

  @Override
  public Times load(double perSecond, Duration window) throws IOException {
    var question = question("load");
    question.put("per_second", perSecond);
    question.put("millis", window.toMillis());
    return times(question);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    in.close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
