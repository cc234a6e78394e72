package dev.pulse.cli;

import dev.pulse.JobContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * A command and everything it has started. Where there is setsid, the command leads a group of its
 * own: Ctrl-C at the worker's terminal does not hit it, and children whose parents died before them
 * are found by the group.
 */
final class ProcessTree {
  private static final boolean GROUPED = isOnPath("setsid");

  private final Process root;

  private ProcessTree(Process root) {
    this.root = root;
  }

  static ProcessTree start(String command, JobContext job) throws IOException {
    List<String> words =
        GROUPED ? List.of("setsid", "sh", "-c", command) : List.of("sh", "-c", command);
    var builder = new ProcessBuilder(words);
    builder.environment().put("PULSE_JOB_ID", job.id().toString());
    builder.environment().put("PULSE_ATTEMPT", Integer.toString(job.attempt()));
    job.node().ifPresent(node -> builder.environment().putAll(node.environment()));
    return new ProcessTree(builder.start());
  }

  Process root() {
    return root;
  }

  /** Ends what the command left behind: its job is over, and the next attempt is not to meet it. */
  void sweep() {
    signalGroup("TERM");
  }

  /** Asks all of it to end, and after the grace makes it. */
  void end(Duration grace) {
    Set<ProcessHandle> members = new LinkedHashSet<>();
    members.add(root.toHandle());
    grow(members);
    members.forEach(ProcessHandle::destroy);
    signalGroup("TERM");
    boolean patient = awaitAll(members, grace);
    grow(members); // what was started in reply to the first signal
    members.forEach(ProcessHandle::destroyForcibly);
    signalGroup("KILL");
    if (!patient) {
      Thread.currentThread().interrupt();
    }
  }

  private static void grow(Set<ProcessHandle> members) {
    for (ProcessHandle member : List.copyOf(members)) {
      member.descendants().forEach(members::add);
    }
  }

  /** False when the wait was interrupted: then there is no grace left to give. */
  private static boolean awaitAll(Set<ProcessHandle> members, Duration grace) {
    var exits = members.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(exits).get(grace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return true; // the next signal cannot be ignored
    } catch (InterruptedException e) {
      return false;
    }
    return true;
  }

  /** Java knows no process groups; the shell does. */
  private void signalGroup(String signal) {
    if (!GROUPED) {
      return;
    }
    try {
      new ProcessBuilder("sh", "-c", "kill -s %s -- -%d".formatted(signal, root.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .onExit()
          .join();
    } catch (IOException e) {
      return; // its known members have been signalled one by one
    }
  }

  private static boolean isOnPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(Pattern.compile(":").split(path))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
