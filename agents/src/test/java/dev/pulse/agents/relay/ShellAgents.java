package dev.pulse.agents.relay;

import dev.pulse.JobContext;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs {@code agent} jobs by giving their prompt to {@code sh}: real work, eight at a time. What
 * each says is a session of its own, by the job's id.
 */
final class ShellAgents {
  private ShellAgents() {}

  record Args(
      String agent,
      String prompt,
      String workdir,
      Map<String, String> env,
      String deliverable,
      String preamble,
      String session) {}

  static Worker start(Pulse pulse) {
    return pulse
        .worker()
        .topic("agents")
        .concurrency(8)
        .handle("agent", Args.class, ShellAgents::run)
        .start();
  }

  private static Outcome run(Args args, JobContext job) throws IOException, InterruptedException {
    var builder = new ProcessBuilder("sh").directory(new File(args.workdir()));
    builder.environment().putAll(args.env());
    builder.environment().put("PULSE_ATTEMPT", String.valueOf(job.attempt()));
    builder.environment().put("PULSE_JOB_ID", job.id().toString());
    builder.environment().put("SESSION", args.session() == null ? "" : args.session());
    Process process = builder.redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(args.prompt().getBytes(StandardCharsets.UTF_8));
    }
    try {
      int exit = process.waitFor();
      var result = new LinkedHashMap<String, Object>();
      result.put("outcome", exit == 0 ? "DONE" : "FAILED");
      result.put("exit_code", exit);
      result.put("session", job.id());
      byte[] output = process.getInputStream().readAllBytes();
      result.put("output", new String(output, StandardCharsets.UTF_8));
      return exit == 0
          ? Outcome.done(result)
          : Outcome.failForGood("exit %d: %s".formatted(exit, result.get("output")));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
