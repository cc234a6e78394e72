package dev.pulse.agents.branch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The user's own git, in one folder. It is never asked for a password and never waited for long; it
 * does nothing in the background, and of the user's settings it leaves out those that would move
 * more than it was told to.
 */
final class Git {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LONGEST_COMPLAINT = 400;

  /** A runner that was started by a hook has them, and they mean another repository. */
  private static final Set<String> MISLEADING =
      Set.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR");

  private static final List<String> SETTINGS =
      List.of(
          "-c", "gc.auto=0",
          "-c", "maintenance.auto=false",
          "-c", "rebase.updateRefs=false",
          "-c", "rebase.autoStash=false",
          "-c", "advice.detachedHead=false");

  /** Ctrl-C at our terminal must not end it in the middle of a checkout. */
  private static final boolean HAS_SETSID = Files.isExecutable(Path.of("/usr/bin/setsid"));

  private final Path folder;
  private final Map<String, String> identity;

  private Git(Path folder, Map<String, String> identity) {
    this.folder = folder;
    this.identity = identity;
  }

  static Git in(Path folder) {
    return new Git(folder, Map.of());
  }

  /** The same git elsewhere. */
  Git at(Path elsewhere) {
    return new Git(elsewhere, identity);
  }

  /** Whoever has no name here signs as Pulse: nobody's work is lost for want of a name. */
  Git named() throws IOException {
    if (run("var", "GIT_COMMITTER_IDENT").isOk() && run("var", "GIT_AUTHOR_IDENT").isOk()) {
      return this;
    }
    var name = new HashMap<String, String>();
    for (String role : List.of("AUTHOR", "COMMITTER")) {
      name.put("GIT_" + role + "_NAME", "Pulse");
      name.put("GIT_" + role + "_EMAIL", "pulse@localhost");
    }
    return new Git(folder, Map.copyOf(name));
  }

  Path folder() {
    return folder;
  }

  /** What a command came to. */
  record Answer(int exit, String out, String err) {
    boolean isOk() {
      return exit == 0;
    }

    /** What went wrong, in git's own words, on one line. */
    String complaint() {
      String said =
          (err.isBlank() ? out : err)
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("hint:"))
              .collect(Collectors.joining(" "));
      return said.length() > LONGEST_COMPLAINT ? said.substring(0, LONGEST_COMPLAINT) + "…" : said;
    }
  }

  /** What it answers; it must not fail. */
  String text(String... words) throws IOException {
    Answer answer = run(words);
    if (!answer.isOk()) {
      throw new IOException("git %s: %s".formatted(words[0], answer.complaint()));
    }
    return answer.out();
  }

  /** Whether it answers yes. */
  boolean says(String... words) throws IOException {
    return run(words).isOk();
  }

  /** A command on this machine: it is short, and an interrupt does not stop it halfway. */
  Answer run(String... words) throws IOException {
    boolean interrupted = false;
    Running running = new Running(start(words));
    try {
      while (true) {
        try {
          return running.end(words[0]);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      running.process.destroyForcibly();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A command that talks to another machine: an interrupt ends it. */
  Answer reach(String... words) throws IOException, InterruptedException {
    Running running = new Running(start(words));
    try {
      return running.end(words[0]);
    } finally {
      running.process.destroyForcibly();
    }
  }

  private Process start(String... words) throws IOException {
    var command = new ArrayList<String>();
    if (HAS_SETSID) {
      command.add("/usr/bin/setsid");
    }
    command.add("git");
    command.addAll(SETTINGS);
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> env = builder.environment();
    env.keySet().removeAll(MISLEADING);
    env.put("GIT_TERMINAL_PROMPT", "0");
    env.put("GIT_EDITOR", "true");
    env.put("LC_ALL", "C");
    env.putAll(identity);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /** Both streams at once: a full pipe would hold git up. */
  private static final class Running {
    private final Process process;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Thread> ears;

    Running(Process process) {
      this.process = process;
      this.ears =
          List.of(
              Thread.startVirtualThread(() -> drain(process.getInputStream(), out)),
              Thread.startVirtualThread(() -> drain(process.getErrorStream(), err)));
    }

    Answer end(String what) throws IOException, InterruptedException {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("git %s took longer than %s".formatted(what, PATIENCE));
      }
      for (Thread ear : ears) {
        ear.join();
      }
      return new Answer(
          process.exitValue(),
          out.toString(StandardCharsets.UTF_8).strip(),
          err.toString(StandardCharsets.UTF_8).strip());
    }

    private static void drain(InputStream stream, ByteArrayOutputStream into) {
      try (stream) {
        stream.transferTo(into);
      } catch (IOException e) {
        return; // it was ended
      }
    }
  }
}
